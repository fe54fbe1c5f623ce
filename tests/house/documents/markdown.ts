/** A Markdown table; a `|` or a line end inside a cell stays in it. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll(/\s*\n\s*/g, ' ');
}

/** A page of several parts; says that people do not write it. */
export function page(title: string, introduction: string, parts: readonly string[]): string {
  return `${[`# ${title}`, introduction, ...parts].join('\n\n')}\n\nThis page is generated: \`npm run docs\`.\n`;
}
