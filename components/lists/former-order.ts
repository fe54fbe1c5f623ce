/** The rows in the order that their keys had; new ones come last, in their own order. */
export function inFormerOrder<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  former: readonly string[],
): readonly Row[] {
  const placeOf = new Map(former.map((key, place) => [key, place]));
  const place = (row: Row) => placeOf.get(keyOf(row)) ?? former.length;
  const isSame = rows.every((row, index) => index === 0 || place(rows[index - 1] as Row) <= place(row));
  return isSame ? rows : rows.toSorted((a, b) => place(a) - place(b));
}
