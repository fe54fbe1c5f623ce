/** One page of a list; a page beyond the end is the last. */
export function pageOf<T>(items: readonly T[], wanted: number, size: number) {
  const pages = Math.max(1, Math.ceil(items.length / size));
  const page = Math.min(Math.max(1, wanted), pages);
  return { pages, page, items: items.slice((page - 1) * size, page * size) };
}
