/**
 * Bundles the command line with every package it needs into deploy/npm/dist. `npm pack ./deploy/npm` runs it, so that
 * what is packed has no dependencies and nothing to build. The licences of those packages go with it.
 */
import { chmodSync, copyFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { licencesOf, packagesOf } from './licences.mjs';
import { root } from './root.mjs';
import { afterSetUp } from './setup.mjs';

const folder = path.join(root, 'deploy/npm');

await afterSetUp({ development: true }, async () => {
  const [{ build }, { entryPoints, WITH_PACKAGES }] = await Promise.all([
    import('esbuild'),
    import('./build.mjs'),
  ]);
  const outdir = path.join(folder, 'dist');
  rmSync(outdir, { recursive: true, force: true });
  const { metafile } = await build({
    entryPoints: entryPoints('server/cli/main.ts', 'plumbline'),
    outdir,
    outExtension: { '.js': '.mjs' },
    chunkNames: '[name]-[hash]',
    splitting: true,
    bundle: true,
    metafile: true,
    minify: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    ...WITH_PACKAGES,
    banner: { js: `#!/usr/bin/env node\n${WITH_PACKAGES.banner.js}` },
    legalComments: 'none',
    absWorkingDir: root,
    tsconfig: path.join(root, 'tsconfig.json'),
    logLevel: 'warning',
  });
  const entry = path.join(outdir, 'plumbline.mjs');
  chmodSync(entry, 0o755);
  const files = Object.values(metafile.outputs).flatMap(({ inputs }) => Object.keys(inputs));
  writeFileSync(path.join(outdir, 'LICENSES.txt'), licencesOf(packagesOf(files), root));
  copyFileSync(path.join(root, 'LICENSE'), path.join(folder, 'LICENSE'));
});
