/** `node bin/run.mjs ENTRY.ts [ARG...]` runs one TypeScript entry in this process. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './root.mjs';
import { bundleOfImage, orSay } from './setup.mjs';

const [entry, ...rest] = process.argv.slice(2);
if (!entry) {
  console.error('usage: node bin/run.mjs ENTRY.ts [ARG...]');
  process.exit(2);
}
const file = (await orSay(() => bundleOfImage(entry))) ?? bundled();
process.argv = [process.argv[0] ?? 'node', file, ...rest];
// Processes that last do without source maps: NODE_OPTIONS=--enable-source-maps turns them on.
if (!entry.startsWith('server/host/')) process.setSourceMapsEnabled(true);
await import(pathToFileURL(file).href);

/** A separate process bundles, so that its memory is not held while this one runs. */
function bundled() {
  const { status, stdout } = spawnSync(process.execPath, [path.join(root, 'bin', 'build.mjs'), entry], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) process.exit(status ?? 1);
  return stdout;
}
