import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const QUOTED = /"([A-Za-z0-9+/=]{1000,})"/;

/**
 * The compiler of queries in a module of Prisma that exports it as text in base64. Read as a file: a process that
 * imports the module keeps its source and its text, 2.2 MB each, as long as it lives.
 * @throws Error if the module cannot be read, or has no such text
 */
export function queryCompilerIn(module: string): WebAssembly.Module {
  const file = createRequire(path.resolve('package.json')).resolve(module);
  const [, text] = QUOTED.exec(readFileSync(file, 'latin1')) ?? [];
  if (text === undefined) throw new Error(`${module} has no program in base64`);
  return new WebAssembly.Module(Buffer.from(text, 'base64'));
}
