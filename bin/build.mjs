/** `node bin/build.mjs ENTRY.ts` bundles one TypeScript entry and prints the bundle's path. */
import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { root } from './root.mjs';

/** The packages are in the bundle too, but those of databases: such a process starts in two thirds of the time, in 12 MB less. */
export const WITH_PACKAGES = {
  external: ['@prisma/*', '@libsql/*', 'pg'],
  // Packages in the older format require what belongs to Node.
  banner: {
    js: "import { createRequire as plumblineRequire } from 'node:module'; const require = plumblineRequire(import.meta.url);",
  },
};

const COMMAND_LINE = 'server/cli/main.ts';

const HEADLESS = 'server/host/headless.ts';

/** What people type and wait for. */
const isTyped = (entry) => entry === COMMAND_LINE || entry.startsWith('server/handover/');

/** A process that runs for months holds the text of its code too: only what it uses, without blanks and comments. */
const LEAN = { ...WITH_PACKAGES, minifyWhitespace: true, minifySyntax: true };

const packagesOf = (entry) => {
  if (entry === HEADLESS) return LEAN;
  return isTyped(entry) ? WITH_PACKAGES : { packages: 'external' };
};

/** What an entry starts as threads, by the names of their bundles beside its own. */
const THREADS = {
  [COMMAND_LINE]: { 'replay-thread': 'server/scan/replays/thread.ts' },
};

/** The entry points of a bundle with this name, its threads included. */
export const entryPoints = (entry, out) =>
  Object.entries({ [out]: entry, ...THREADS[entry] }).map(([name, file]) => ({
    in: path.join(root, file),
    out: name,
  }));

/**
 * Bundles one TypeScript entry for Node into a folder of .build/ and returns the bundle's path. Dynamic
 * imports become separate files, so a process that never needs one spends no memory on it. Takes a fraction
 * of a second.
 */
export async function bundle(entry) {
  const outdir = path.join(root, '.build', entry.replaceAll('/', '-').replace(/\.ts$/, ''));
  mkdirSync(outdir, { recursive: true });
  const { outputFiles } = await build({
    write: false,
    entryPoints: entryPoints(entry, 'main'),
    outdir,
    outExtension: { '.js': '.mjs' },
    chunkNames: '[name]-[hash]',
    splitting: true,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    ...packagesOf(entry),
    sourcemap: true,
    sourcesContent: false,
    tsconfig: path.join(root, 'tsconfig.json'),
    logLevel: 'warning',
  });
  for (const { path: file, contents } of outputFiles) if (!holds(file, contents)) replace(file, contents);
  return path.join(outdir, 'main.mjs');
}

function holds(file, contents) {
  try {
    return readFileSync(file).equals(contents);
  } catch {
    return false;
  }
}

/** Never half a file: another command may be loading the same bundle. */
function replace(file, contents) {
  const whole = `${file}.${randomUUID()}`;
  writeFileSync(whole, contents);
  renameSync(whole, file);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.stdout.write(await bundle(process.argv[2]));
