/** What is not well before what is, each otherwise in its order. */
export function wrongFirst<T>(items: readonly T[], isWell: (item: T) => boolean): T[] {
  return [...items.filter((item) => !isWell(item)), ...items.filter(isWell)];
}
