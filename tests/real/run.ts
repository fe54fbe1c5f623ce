/** `npm run test:real [-- --version 1.37] [FILE...]`: the tests of this folder on a real control plane of that version. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '@/bin/root.mjs';
import { GoError } from './go';
import { programs } from './programs';
import { minorOf, NEWEST } from './versions';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { version: { type: 'string', default: NEWEST } },
});

async function main(): Promise<number> {
  const minor = minorOf(values.version);
  await programs(minor, console.log);
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
  const { status } = spawnSync(process.execPath, [vitest, 'run', '--project', 'real', ...positionals], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PLUMBLINE_REAL_VERSION: minor },
  });
  return status ?? 1;
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error instanceof GoError || error instanceof RangeError ? error.message : error);
    process.exit(2);
  },
);
