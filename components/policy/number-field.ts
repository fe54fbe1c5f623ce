/** What an input for a number holds: empty text while nothing is written, text while it is no number yet. */
export type NumberField = number | string;

/** The number written; undefined where none is. */
export function numberOf(field: NumberField): number | undefined {
  return field === '' || Number.isNaN(Number(field)) ? undefined : Number(field);
}
