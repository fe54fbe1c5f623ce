/** The place of a named object below a list: `/api/hpas` and its namespace and name, escaped. */
export function objectPath(list: string, namespace: string, name: string): string {
  return `${list}/${encodeURIComponent(namespace)}/${encodeURIComponent(name)}`;
}
