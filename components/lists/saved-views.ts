/** A filter, sort and choice of columns under a name. */
export interface SavedView {
  name: string;
  /** The query of the page's address. */
  query: string;
}

export const LONGEST_VIEW_NAME = 60;
const LONGEST_QUERY = 2_000;
const MOST_VIEWS = 50;

/** What this browser has kept; nothing of what cannot be read. */
export function viewsFrom(text: string): SavedView[] {
  try {
    const views: unknown = JSON.parse(text);
    return Array.isArray(views) ? views.filter(isView).slice(0, MOST_VIEWS) : [];
  } catch {
    return [];
  }
}

function isView(one: unknown): one is SavedView {
  if (typeof one !== 'object' || one === null || !('name' in one) || !('query' in one)) return false;
  const { name, query } = one;
  return (
    typeof name === 'string' &&
    name.length > 0 &&
    name.length <= LONGEST_VIEW_NAME &&
    typeof query === 'string' &&
    query.length <= LONGEST_QUERY
  );
}

/** With this view, in place of one of the same name; in the order of their names. */
export function withView(views: readonly SavedView[], view: SavedView): SavedView[] {
  return [...withoutView(views, view.name), view]
    .sort((a, b) => a.name.localeCompare(b.name))
    .slice(0, MOST_VIEWS);
}

export function withoutView(views: readonly SavedView[], name: string): SavedView[] {
  return views.filter((one) => one.name !== name);
}

/** What of an address makes a view: everything but the page. */
export function viewQuery(search: string): string {
  const query = new URLSearchParams(search);
  for (const name of ['page', 'after']) query.delete(name);
  return String(query);
}
