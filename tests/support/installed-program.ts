import { execFile } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe } from 'vitest';
import { PATIENCE_MS } from './patience';

const run = promisify(execFile);

/** The absolute path of a program on PATH, if it is installed. */
export function findProgram(name: string): string | undefined {
  for (const folder of (process.env.PATH ?? '').split(path.delimiter)) {
    const file = path.join(folder, name);
    try {
      accessSync(file, constants.X_OK);
      return file;
    } catch {
      // not in this folder
    }
  }
  return undefined;
}

/**
 * Describes what needs an installed program. Without it the suite is skipped, naming the Debian package to
 * install; under CI=true it fails instead.
 */
export function describeWithProgram(
  name: string,
  debianPackage: string,
  title: string,
  suite: (file: string) => void,
): void {
  const file = findProgram(name);
  if (file) {
    describe(title, () => suite(file));
    return;
  }
  const missing = `${name} is not installed (apt-get install ${debianPackage})`;
  if (process.env.CI === 'true') throw new Error(missing);
  describe.skip(`${title}: ${missing}`, () => suite(name));
}

/** Runs a program to its end; answers its standard output. */
export async function output(
  file: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<string> {
  const { stdout } = await run(file, args, { env: { ...process.env, ...env }, timeout: PATIENCE_MS });
  return stdout;
}
