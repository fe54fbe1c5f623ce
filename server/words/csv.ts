/** One line of a CSV file (RFC 4180), with its end. */
export function csvLine(values: readonly (string | number | undefined)[]): string {
  return `${values.map((value) => cell(value ?? '')).join(',')}\r\n`;
}

/** Terminals act on some of these, and others show text in another order. */
const CONTROL = /[^\P{Cc}\t\r\n]|\p{Bidi_Control}/gu;
/** Where a spreadsheet could see a formula begin; many separate cells by semicolons instead. */
const FORMULA = /(^|;)(?=\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|[\t\r\n])/g;

/** Quoted where needed; what a spreadsheet would take for a formula begins with an apostrophe. */
function cell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const safe = value.replace(CONTROL, ' ').replace(FORMULA, "$1'");
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
