import { createHash } from 'node:crypto';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';

const SOURCES = ['app', 'bench', 'bin', 'components', 'server', 'tests'];

/**
 * The folder below `kept` for what the sources become in JavaScript. It is another one as soon as a file is moved, added
 * or gone: what is kept says where imports were found, and would go on to say so. Former ones are removed.
 */
export function compiledFilesIn(root: string, kept: string): string {
  const names = SOURCES.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map(
      (name) => `${folder}/${name}`,
    ),
  );
  const current = createHash('sha256').update(names.sort().join('\n')).digest('hex').slice(0, 16);
  const folder = path.join(root, kept);
  for (const former of existsSync(folder) ? readdirSync(folder) : [])
    if (former !== current) rmSync(path.join(folder, former), { recursive: true, force: true });
  return path.join(folder, current);
}
