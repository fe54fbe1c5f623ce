/** In the address of the form of a new rule: the namespace that it is to watch. */
export const WATCH = 'watch';
/** Stands for every namespace: no name has a star. */
export const EVERYTHING = '*';

/** The form of a new rule that watches a namespace, or everything. */
export function watchHref(namespace = EVERYTHING): string {
  return `/rules?${new URLSearchParams({ edit: 'new', [WATCH]: namespace })}`;
}
