import { createHash } from 'node:crypto';
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';

const DAY_MS = 86_400_000;
const SOURCES = ['app', 'bench', 'bin', 'components', 'server', 'tests'];

/**
 * The folder below `kept` for what the sources become in JavaScript. It is another one as soon as a file is moved, added
 * or gone: what is kept says where imports were found, and would go on to say so. Former ones are removed after a day:
 * until then tests that began before may still write there.
 */
export function compiledFilesIn(root: string, kept: string): string {
  const names = SOURCES.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map(
      (name) => `${folder}/${name}`,
    ),
  );
  const current = createHash('sha256').update(names.sort().join('\n')).digest('hex').slice(0, 16);
  const folder = path.join(root, kept);
  for (const former of existsSync(folder) ? readdirSync(folder) : []) {
    const changed = statSync(path.join(folder, former), { throwIfNoEntry: false });
    if (former !== current && changed && changed.mtimeMs < Date.now() - DAY_MS)
      rmSync(path.join(folder, former), { recursive: true, force: true });
  }
  return path.join(folder, current);
}
