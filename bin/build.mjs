/** `node bin/build.mjs ENTRY.ts` bundles one TypeScript entry and prints the bundle's path. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { root } from './root.mjs';

/**
 * Bundles one TypeScript entry for Node into a folder of .build/ and returns the bundle's path. Dynamic
 * imports become separate files, so a process that never needs one spends no memory on it. Takes a fraction
 * of a second.
 */
export async function bundle(entry) {
  const outdir = path.join(root, '.build', entry.replaceAll('/', '-').replace(/\.ts$/, ''));
  mkdirSync(outdir, { recursive: true });
  await build({
    entryPoints: [{ in: path.join(root, entry), out: 'main' }],
    outdir,
    outExtension: { '.js': '.mjs' },
    chunkNames: '[name]-[hash]',
    splitting: true,
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
  return path.join(outdir, 'main.mjs');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.stdout.write(await bundle(process.argv[2]));
