/**
 * Prepares a checkout to run: dependencies, the generated database client, the built pages. npm itself writes down
 * what it installed; what is made from our own sources has a stamp of them, and is made again once they change.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { readCompilerAsFile } from './lean-client.mjs';
import { narrowSources } from './narrow-sources.mjs';
import { root } from './root.mjs';
import { withMark } from './with-mark.mjs';

const at = (...parts) => path.join(root, ...parts);

export class SetupError extends Error {}

/** What the file system may be behind this process's clock, and more. */
export const CLOCKS_MS = 1000;

/** The files in `names` (files or folders of the checkout), without tests, and the folders they are in. */
function sourcesOf(names) {
  const files = [];
  const folders = [];
  const walk = (file, isFolder) => {
    if (!isFolder) return files.push(file);
    folders.push(file);
    for (const entry of readdirSync(file, { withFileTypes: true })) {
      if (entry.name === 'generated' || /\.test\.tsx?$/.test(entry.name)) continue;
      walk(path.join(file, entry.name), entry.isDirectory());
    }
  };
  for (const name of names) {
    const file = at(name);
    if (existsSync(file)) walk(file, !path.extname(name));
  }
  return { files: files.sort(), folders };
}

function fingerprint({ files }) {
  const hash = createHash('sha256');
  for (const file of files)
    hash.update(path.relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
  return `${process.version} ${hash.digest('hex')}`;
}

/** Whether nothing was written, moved, added or removed since a time; asks for no content, which takes ten times longer. */
function areUntouched({ files, folders }, sinceMs) {
  return [...folders, ...files].every((place) => statSync(place).ctimeMs < sinceMs);
}

/** Notes that the sources were seen to be what a stamp says; where nothing can be written they are read each time. */
function noteSeen(stamp, atMs) {
  const seen = new Date(atMs - CLOCKS_MS);
  try {
    utimesSync(stamp, seen, seen);
  } catch (error) {
    if (!['EROFS', 'EACCES', 'EPERM'].includes(error.code)) throw error;
  }
}

/** The exit code of programs that end themselves on Ctrl+C. */
const ENDED_BY_SIGINT = 130;

function run(command, args, environment = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1', ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const output = [];
    child.stdout.on('data', (chunk) => output.push(chunk));
    child.stderr.on('data', (chunk) => output.push(chunk));
    child.on('error', reject);
    const end = () => child.kill();
    process.once('exit', end);
    child.on('close', (code, signal) => {
      process.off('exit', end);
      if (code === 0) resolve();
      // Who ends this process with Ctrl+C ends both, and needs no reason.
      else if (signal !== 'SIGINT' && code !== ENDED_BY_SIGINT)
        reject(
          new SetupError(
            `${Buffer.concat(output).toString().trim()}\n\n${command} ${args.join(' ')} ended with ${code}`,
          ),
        );
    });
  });
}

async function withProgress(what, work) {
  const started = Date.now();
  const seconds = () => `${((Date.now() - started) / 1000).toFixed(0)} s`;
  process.stderr.write(`${what} ...\n`);
  const ticker = setInterval(() => process.stderr.write(`${what}: ${seconds()} so far\n`), 10_000);
  try {
    await work();
  } finally {
    clearInterval(ticker);
  }
  process.stderr.write(`${what}: done in ${seconds()}\n`);
}

/** Whether what a step makes is there, and made from what its sources are now. */
function isMade({ result, stampFile, madeFrom }) {
  const stamp = at(stampFile);
  if (!existsSync(at(result)) || !existsSync(stamp)) return false;
  const print = readFileSync(stamp, 'utf8');
  const atMs = Date.now();
  const sources = sourcesOf(madeFrom);
  if (print.startsWith(`${process.version} `) && areUntouched(sources, statSync(stamp).mtimeMs)) return true;
  if (print !== fingerprint(sources)) return false;
  noteSeen(stamp, atMs);
  return true;
}

async function make({ what, stampFile, madeFrom, work }) {
  const atMs = Date.now();
  const print = fingerprint(sourcesOf(madeFrom));
  const stamp = at(stampFile);
  rmSync(stamp, { force: true });
  await withProgress(what, work);
  mkdirSync(path.dirname(stamp), { recursive: true });
  writeFileSync(stamp, print);
  noteSeen(stamp, atMs);
}

/** Whether npm has installed every package of the lock file that this machine takes, in that version. */
function isInstalled({ development }) {
  const installedFile = at('node_modules/.package-lock.json');
  if (!existsSync(installedFile)) return false;
  const packagesOf = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;
  const installed = packagesOf(installedFile);
  return Object.entries(packagesOf(at('package-lock.json'))).every(
    ([place, { version, integrity, dev, ...of }]) => {
      const there = installed[place];
      if (there) return there.version === version && there.integrity === integrity;
      return place === '' || of.optional || of.devOptional || (dev && !development);
    },
  );
}

function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  throw new SetupError(`Plumbline needs Node 20.19 or newer; this is ${process.versions.node}.`);
}

const install = () => run('npm', ['ci', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund']);

const databaseClient = {
  what: 'Generating the database client',
  stampFile: 'server/store/generated/.plumbline-stamp',
  madeFrom: ['prisma', 'package-lock.json', 'prisma.config.ts', 'bin/lean-client.mjs'],
  result: 'server/store/generated/postgres/client.ts',
  work: async () => {
    const generate = async (dialect) => {
      await run(
        process.execPath,
        [at('node_modules/prisma/build/index.js'), 'generate', '--schema', `prisma/${dialect}`],
        {
          PRISMA_HIDE_UPDATE_MESSAGE: '1',
          // Else it asks its maker for newer versions.
          CHECKPOINT_DISABLE: '1',
        },
      );
      readCompilerAsFile(at('server/store/generated', dialect, 'internal/class.ts'));
    };
    await Promise.all(['sqlite', 'postgres'].map(generate));
  },
};

/** Names who builds the pages: a process that shows them says so meanwhile. */
const BUILDERS = at('.build/builders-of-pages');

const pages = {
  what: 'Building the pages',
  stampFile: '.next/.plumbline-stamp',
  madeFrom: [
    'app',
    'components',
    'server',
    'sandbox',
    'prisma',
    'public',
    'bin/narrow-sources.mjs',
    'proxy.ts',
    'next.config.js',
    'package-lock.json',
    'tsconfig.json',
  ],
  result: '.next/BUILD_ID',
  work: () =>
    withMark(BUILDERS, async () => {
      await run(process.execPath, [at('node_modules/next/dist/bin/next'), 'build']);
      narrowSources(at('.next/server'));
    }),
};

const COMMAND_LINE = 'server/cli/main.ts';
/** The process with the pages. */
export const DASHBOARD = 'server/host/dashboard.ts';
/** What an image runs besides the pages: a pod can write nothing. */
export const OF_IMAGE = [
  COMMAND_LINE,
  DASHBOARD,
  'server/host/headless.ts',
  'server/handover/take-over.ts',
  'server/handover/hand-back.ts',
  'server/handover/uninstall.ts',
  'server/cli/move-checkpoints.ts',
  'server/replay/child.ts',
  'sandbox/scenarios/catalogue.ts',
];

/** Is in an image, where everything is made and nothing can be. */
export const MARK_OF_IMAGE = '.build/of-image';
const isImage = existsSync(at(MARK_OF_IMAGE));

/** As `bin/build.mjs` names the folder of a bundle. */
const folderOf = (entry) => `.build/${entry.replaceAll('/', '-').replace(/\.ts$/, '')}`;

const bundleOf = (entry, what) => ({
  what,
  stampFile: `${folderOf(entry)}/.plumbline-stamp`,
  madeFrom: [
    'server',
    'sandbox',
    'prisma',
    'bin/build.mjs',
    'package.json',
    'package-lock.json',
    'tsconfig.json',
  ],
  result: `${folderOf(entry)}/main.mjs`,
  work: () => run(process.execPath, [at('bin/build.mjs'), entry]),
});

export const bundlesOfImage = () => OF_IMAGE.map(folderOf);

/** The bundle of the command line. */
export const commandLineFile = at(folderOf(COMMAND_LINE), 'main.mjs');

const commandLineBundle = bundleOf(COMMAND_LINE, 'Building the command line');
const dashboardBundle = bundleOf(DASHBOARD, 'Building the dashboard');

/**
 * The bundle of an entry that was made with an image, unless its sources have changed since.
 * @throws SetupError in an image that has none
 */
export function bundleOfImage(entry) {
  const step = bundleOf(entry, '');
  if (OF_IMAGE.includes(entry) && (isImage || isMade(step))) return at(step.result);
  if (isImage) throw new SetupError(`${entry} is not in an image: run it in a checkout.`);
  return undefined;
}

/**
 * Runs the steps that are missing or outdated: dependencies, with `{ development: true }` or if anything is to be made
 * also those for development; database client, with `{ build: true }` also the pages and the process that shows them, with `{ commandLine: true }`
 * also the command line, with `{ image: true }` all that a pod may run. With `{ pagesLater: true }` pages that are
 * missing are still being built when all else is there, until the promise `pagesBuilt` resolves.
 */
export async function setUp({
  build = false,
  commandLine = false,
  image = false,
  development = false,
  pagesLater = false,
} = {}) {
  requireNode();
  if (isImage) return {};
  const wanted = [
    databaseClient,
    ...(build || image ? [pages] : []),
    ...(build && !image ? [dashboardBundle] : []),
    ...(commandLine && !image ? [commandLineBundle] : []),
    ...(image ? OF_IMAGE.map((entry) => bundleOf(entry, `Building ${entry}`)) : []),
  ];
  const missing = wanted.filter((step) => !isMade(step));
  if (!isInstalled({ development: development || missing.length > 0 }))
    await withProgress('Installing dependencies', install);
  const later = (step) => pagesLater && step === pages;
  for (const step of missing.filter((step) => !later(step))) await make(step);
  return { pagesBuilt: missing.some(later) ? orSay(() => make(pages)) : undefined };
}

/** The result of `work`; an expected failure prints one message without a stack and ends the process. */
export async function orSay(work) {
  try {
    return await work();
  } catch (error) {
    console.error(error instanceof SetupError ? error.message : error);
    process.exit(1);
  }
}

/** Runs `main` after setting up. */
export async function afterSetUp(options, main) {
  await orSay(async () => {
    await main(await setUp(options));
  });
}
