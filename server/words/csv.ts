/** One line of a CSV file (RFC 4180), with its end. */
export function csvLine(values: readonly (string | number | undefined)[]): string {
  return `${values.map((value) => cell(value ?? '')).join(',')}\r\n`;
}

/** Quoted where needed; a text that a spreadsheet would take for a formula begins with an apostrophe. */
function cell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const safe = /^[=+\-@＝＋－＠\t\r\n]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
