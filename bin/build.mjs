/** `node bin/build.mjs ENTRY.ts` bundles one TypeScript entry and prints the bundle's path. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
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
    sourcesContent: false,
    tsconfig: path.join(root, 'tsconfig.json'),
    logLevel: 'warning',
  });
  return outfile;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.stdout.write(await bundle(process.argv[2]));
