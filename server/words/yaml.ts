import { stringify } from 'yaml';

/**
 * An object as YAML that kubectl reads as it was meant: it goes by YAML 1.1, where `Off` and `22:00` without
 * quotes are no texts.
 */
export function yamlText(value: object): string {
  return stringify(value, { compat: 'yaml-1.1' });
}

/** One text on one line, for the same readers. Writing records line by line with it is fast. */
export function yamlScalar(text: string): string {
  // Quoted singly it could span lines.
  if (text.includes('\n')) return JSON.stringify(text);
  return stringify(text, { compat: 'yaml-1.1', lineWidth: 0, blockQuote: false }).replace(/\n$/, '');
}
