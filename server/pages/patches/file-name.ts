import { createHash } from 'node:crypto';

/** What Linux and macOS allow for the name of a file, in bytes; names of objects are ASCII. */
const LONGEST = 255;

/** The name of the file with the patch of a workload, its own; a name of 253 characters is cut off, with a hash. */
export function patchFileName(kind: string, name: string): string {
  const beginning = `${kind.toLowerCase()}-${name}`;
  const ending = '.yaml';
  if (beginning.length + ending.length <= LONGEST) return beginning + ending;
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 8);
  return `${beginning.slice(0, LONGEST - ending.length - hash.length - 1)}-${hash}${ending}`;
}
