/**
 * Prepares a checkout to run: dependencies, the generated database client, the built pages. Each step has a
 * stamp of its inputs and is skipped while they are unchanged.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './root.mjs';

const at = (...parts) => path.join(root, ...parts);

export class SetupError extends Error {}

/** The files in `names` (files or folders of the checkout), without tests. */
function sourcesOf(names) {
  const found = [];
  const walk = (file, isFolder) => {
    if (!isFolder) return found.push(file);
    for (const entry of readdirSync(file, { withFileTypes: true })) {
      if (entry.name === 'generated' || /\.test\.tsx?$/.test(entry.name)) continue;
      walk(path.join(file, entry.name), entry.isDirectory());
    }
  };
  for (const name of names) {
    const file = at(name);
    if (existsSync(file)) walk(file, !path.extname(name));
  }
  return found.sort();
}

function fingerprint(names) {
  const hash = createHash('sha256').update(process.version);
  for (const file of sourcesOf(names))
    hash.update(path.relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex');
}

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
    child.on('close', (code) => {
      if (code === 0) resolve();
      else
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

async function step({ what, stampFile, madeFrom, work, result }) {
  const print = fingerprint(madeFrom);
  const stamp = at(stampFile);
  if (existsSync(at(result)) && existsSync(stamp) && readFileSync(stamp, 'utf8') === print) return;
  rmSync(stamp, { force: true });
  await withProgress(what, work);
  mkdirSync(path.dirname(stamp), { recursive: true });
  writeFileSync(stamp, print);
}

function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  throw new SetupError(`Plumbline needs Node 20.19 or newer; this is ${process.versions.node}.`);
}

const dependencies = {
  what: 'Installing dependencies',
  stampFile: 'node_modules/.plumbline-stamp',
  madeFrom: ['package-lock.json'],
  result: 'node_modules/next/package.json',
  work: () => run('npm', ['ci', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund']),
};

const databaseClient = {
  what: 'Generating the database client',
  stampFile: 'server/store/generated/.plumbline-stamp',
  madeFrom: ['prisma', 'package-lock.json', 'prisma.config.ts'],
  result: 'server/store/generated/postgres/client.ts',
  work: async () => {
    for (const schema of ['prisma/sqlite', 'prisma/postgres']) {
      await run(
        process.execPath,
        [at('node_modules/prisma/build/index.js'), 'generate', '--schema', schema],
        {
          PRISMA_HIDE_UPDATE_MESSAGE: '1',
        },
      );
    }
  },
};

const pages = {
  what: 'Building the pages',
  stampFile: '.next/.plumbline-stamp',
  madeFrom: [
    'app',
    'components',
    'server',
    'public',
    'instrumentation.ts',
    'proxy.ts',
    'next.config.js',
    'package-lock.json',
    'tsconfig.json',
  ],
  result: '.next/BUILD_ID',
  work: () => run(process.execPath, [at('node_modules/next/dist/bin/next'), 'build']),
};

const COMMAND_LINE = 'server/cli/main.ts';
const COMMAND_LINE_FOLDER = '.build/server-cli-main';

/** The bundle of the command line. */
export const commandLineFile = at(COMMAND_LINE_FOLDER, 'main.mjs');

const commandLineBundle = {
  what: 'Building the command line',
  stampFile: `${COMMAND_LINE_FOLDER}/.plumbline-stamp`,
  madeFrom: ['server', 'bin/build.mjs', 'package.json', 'package-lock.json', 'tsconfig.json'],
  result: `${COMMAND_LINE_FOLDER}/main.mjs`,
  work: () => run(process.execPath, [at('bin/build.mjs'), COMMAND_LINE]),
};

/**
 * Runs the steps that are missing or outdated: dependencies, database client, with `{ build: true }` also the
 * pages, with `{ commandLine: true }` also the command line.
 */
export async function setUp({ build = false, commandLine = false } = {}) {
  requireNode();
  await step(dependencies);
  await step(databaseClient);
  if (build) await step(pages);
  if (commandLine) await step(commandLineBundle);
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
    await setUp(options);
    await main();
  });
}
