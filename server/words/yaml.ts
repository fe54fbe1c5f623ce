import { stringify } from 'yaml';

/**
 * An object as YAML that kubectl reads as it was meant: it goes by YAML 1.1, where `Off` and `22:00` without
 * quotes are no texts.
 */
export function yamlText(value: object): string {
  return stringify(value, { compat: 'yaml-1.1' });
}
