import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/** Any program is longer. */
const LEAST_LENGTH = 1000;

/**
 * The compiler of queries in a module of Prisma that exports it as text in base64. Read as a file: a process that
 * imports the module keeps its source and its text, 2.2 MB each, as long as it lives. It is the first text in quotes; to
 * look for one by a pattern takes a twentieth of all that a process does until it is ready.
 * @throws Error if the module cannot be read, or has no such text
 */
export function queryCompilerIn(module: string): WebAssembly.Module {
  const file = createRequire(path.resolve('package.json')).resolve(module);
  const source = readFileSync(file, 'latin1');
  const begin = source.indexOf('"') + 1;
  const text = source.slice(begin, source.indexOf('"', begin));
  if (text.length < LEAST_LENGTH) throw new Error(`${module} has no program in base64`);
  return new WebAssembly.Module(Buffer.from(text, 'base64'));
}
