/** Text of the cluster may hold anything; a terminal would act on these. */
const CONTROL = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

/** A text as one harmless line. */
export function plainText(text: string): string {
  return text.replace(CONTROL, ' ').trim();
}

/** The text of a file, which must not command the terminal that shows it; ends of lines stay as they are. */
export function withoutControls(text: string): string {
  return text.replace(/\r(?!\n)|[^\P{Cc}\n\t\r]/gu, '');
}

const BETWEEN = '   ';

/** Columns as kubectl aligns them, the last one as long as it is. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [headings, ...rows.map((row) => row.map(plainText))];
  const widths = headings.map((_, column) => Math.max(...lines.map((line) => (line[column] ?? '').length)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join(BETWEEN)
        .trimEnd(),
    )
    .join('\n');
}
