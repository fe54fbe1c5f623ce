import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { root } from './root.mjs';

/** Bundles one TypeScript entry for Node into .build/ and answers the bundle's path. Takes a fraction of a second. */
export async function bundle(entry) {
  const outfile = path.join(root, '.build', `${entry.replaceAll('/', '-').replace(/\.ts$/, '')}.mjs`);
  mkdirSync(path.dirname(outfile), { recursive: true });
  await build({
    entryPoints: [path.join(root, entry)],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    packages: 'external',
    sourcemap: true,
    tsconfig: path.join(root, 'tsconfig.json'),
    logLevel: 'warning',
  });
  return outfile;
}
