/** A share 0…1 as a length of CSS: `12.50%`. */
export function percent(share: number): string {
  return `${(share * 100).toFixed(2)}%`;
}
