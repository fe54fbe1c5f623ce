import { stringify } from 'yaml';

/** An answer as YAML. It is imported by name here: a bundle that loads the package later has no names of it. */
export function answerYaml(answer: unknown): string {
  return stringify(answer, { aliasDuplicateObjects: false });
}
