/** `node bin/build.mjs ENTRY.ts` bundles one TypeScript entry and prints the bundle's path. */
import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { root } from './root.mjs';
import { CLOCKS_MS } from './setup.mjs';

/**
 * The packages are in the bundle too, but Next and those of databases: such a process starts in two thirds of the time,
 * in 12 MB less. SQLite is only asked for files: what asks a server for them loads another `fetch`, 9 MB.
 */
export const WITH_PACKAGES = {
  external: ['@prisma/client', '@prisma/adapter-pg', '@libsql/client', 'pg', 'next'],
  alias: { '@libsql/client': '@libsql/client/sqlite3' },
  // Packages in the older format require what belongs to Node.
  banner: {
    js: "import { createRequire as plumblineRequire } from 'node:module'; const require = plumblineRequire(import.meta.url);",
  },
};

const COMMAND_LINE = 'server/cli/main.ts';

/** What runs for months. */
const LASTING = ['server/host/dashboard.ts', 'server/host/headless.ts'];

/** What people type and wait for. */
const isTyped = (entry) => entry === COMMAND_LINE || entry.startsWith('server/handover/');

/** Such a process holds the text of its code too: only what it uses, without blanks and comments. */
const LEAN = { ...WITH_PACKAGES, minifyWhitespace: true, minifySyntax: true };

const packagesOf = (entry) => {
  if (LASTING.includes(entry)) return LEAN;
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

/** Beside a bundle: when it was made, from which files, what it is, and which packages it imports and how. */
const RECORD = '.plumbline-made';
/** What decides about a bundle besides its sources. */
const SETTINGS = ['bin/build.mjs', 'package.json', 'package-lock.json', 'tsconfig.json'];

/**
 * Bundles one TypeScript entry for Node into a folder of .build/ and returns the bundle's path. Dynamic
 * imports become separate files, so a process that never needs one spends no memory on it. Takes a second or two;
 * what was made before stays until a file that it was made from changes.
 */
export async function bundle(entry) {
  const outdir = path.join(root, '.build', entry.replaceAll('/', '-').replace(/\.ts$/, ''));
  const main = path.join(outdir, 'main.mjs');
  if (isCurrent(outdir)) return main;
  mkdirSync(outdir, { recursive: true });
  const atMs = Date.now();
  const { build } = await import('esbuild');
  const { outputFiles, metafile } = await build({
    write: false,
    metafile: true,
    absWorkingDir: root,
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
  const record = {
    atMs,
    // A file that is imported as JSON has that behind its name.
    from: [...SETTINGS, ...Object.keys(metafile.inputs).map((name) => name.split(' with {')[0])],
    files: outputFiles.map(({ path: file }) => path.relative(outdir, file)),
    imports: Object.values(metafile.outputs)
      .flatMap(({ imports }) => imports)
      .filter((one) => one.external && !one.path.startsWith('node:') && !isBuiltin(one.path))
      .map((one) => [one.path, one.kind]),
  };
  replace(path.join(outdir, RECORD), JSON.stringify(record));
  return main;
}

/** What the bundle in a folder imports of packages, as a module that imports nothing else. */
export function importsOf(folder) {
  const { imports } = JSON.parse(readFileSync(path.join(root, folder, RECORD), 'utf8'));
  const lines = imports.map(
    ([name, kind]) => `${kind === 'require-call' ? 'require' : 'import'}(${JSON.stringify(name)});`,
  );
  return [...new Set(lines)].join('\n');
}

/** Whether all of a bundle is there, and nothing that it was made from was written, moved or removed since. */
function isCurrent(outdir) {
  try {
    const { atMs, from, files } = JSON.parse(readFileSync(path.join(outdir, RECORD), 'utf8'));
    const sinceMs = atMs - CLOCKS_MS;
    const isThere = (file) => statSync(path.join(outdir, file)).isFile();
    return from.every((file) => statSync(path.join(root, file)).ctimeMs < sinceMs) && files.every(isThere);
  } catch {
    return false;
  }
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

// By the name of this file: what is bundled from it runs as another.
if (process.argv[1] === path.join(root, 'bin/build.mjs')) process.stdout.write(await bundle(process.argv[2]));
