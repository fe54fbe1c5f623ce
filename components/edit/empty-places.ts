/** Whether nothing is typed at a place of a form: `metrics.1.objectName`. */
export function isEmptyAt(values: object, place: string): boolean {
  const value = place
    .split('.')
    .reduce<unknown>((part, key) => (part as Record<string, unknown> | undefined)?.[key], values);
  return value === undefined || value === '';
}
