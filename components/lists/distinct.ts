/** Each text once, sorted: what a filter can choose from. */
export function distinct(texts: readonly string[]): string[] {
  return [...new Set(texts)].sort();
}
