import { KINDS, type PolicyFormFields } from './policy-form-values';

/** In the address of the form of a new rule: the namespace that it is to watch. */
export const WATCH = 'watch';
/** Stands for every namespace: no name has a star. */
const EVERYTHING = '*';

/** Those that are listed without a VPA: what a Job runs is over soon. */
const LASTING_KINDS = KINDS.filter((kind) => kind !== 'Job');

/** The form of a new rule that watches a namespace, or everything. */
export function watchHref(namespace = EVERYTHING): string {
  return `/rules?${new URLSearchParams({ edit: 'new', [WATCH]: namespace })}`;
}

/** What such a form has filled in; saving everything takes one more tick of the person. */
export function watching(namespace: string): Partial<PolicyFormFields> {
  if (namespace === EVERYTHING) return { name: 'watch-all', kinds: LASTING_KINDS };
  return { name: `watch-${namespace}`, namespaces: [namespace], kinds: LASTING_KINDS };
}
