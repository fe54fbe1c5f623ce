/**
 * `npm start`, `npm run hub`, which has no cluster of its own, `npm run demo`, and `npm run dev`, a demo whose pages follow
 * what is edited: runs the dashboard and all
 * roles as one child process, reports when it is ready, and forwards signals so that it can end cleanly.
 */
import { spawn } from 'node:child_process';
import { createWriteStream, mkdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { endWithNpm } from './end-with-npm.mjs';
import { DEMO_MEMORY_FLAGS, MEMORY_ENVIRONMENT, MEMORY_FLAGS } from './memory-flags.mjs';
import { root } from './root.mjs';
import { afterSetUp, bundleOfImage, DASHBOARD, orSay, SetupError } from './setup.mjs';

const isDev = process.argv[2] === 'dev';
const demo = isDev || process.argv[2] === 'demo';
const isHub = process.argv[2] === 'hub';

const FLAGS = {
  port: ['PLUMBLINE_PORT', 'port of the dashboard; 0 picks a free one'],
  host: ['PLUMBLINE_HOST', 'address the dashboard listens on'],
  ...(isHub
    ? { clusters: ['PLUMBLINE_CLUSTERS', 'file in YAML that names the clusters'] }
    : {
        kubeconfig: ['PLUMBLINE_KUBECONFIG', 'kubeconfig of the cluster to run against'],
        context: ['PLUMBLINE_KUBE_CONTEXT', 'context of the kubeconfig'],
      }),
  'data-dir': ['PLUMBLINE_DATA_DIR', 'folder for files the process keeps'],
  ...(demo && {
    scenario: ['PLUMBLINE_SANDBOX_SCENARIO', 'scenario of the embedded cluster'],
    seed: ['PLUMBLINE_SANDBOX_SEED', 'seed of all randomness'],
    speed: [
      'PLUMBLINE_CLOCK_SPEED',
      'times faster than real time, if the machine keeps up; 360 makes a day pass in 4 minutes',
    ],
    traces: ['PLUMBLINE_SANDBOX_TRACES', 'folder of CSV usage traces that drive the workloads'],
    history: [
      'PLUMBLINE_SANDBOX_HISTORY',
      'how long the workloads have run before the start; 0d for no past',
    ],
    'sandbox-port': ['PLUMBLINE_SANDBOX_PORT', 'port of the embedded API server'],
  }),
};

const DEMO_DEFAULTS = {
  PLUMBLINE_SANDBOX: 'true',
  PLUMBLINE_CLOCK_SPEED: '360',
  PLUMBLINE_CLOCK_ADAPTS: 'true',
  // Its API server is in the same process: nobody else needs to be spared, and a pass at this speed has little time.
  PLUMBLINE_KUBE_API_QPS: '500',
  PLUMBLINE_KUBE_API_BURST: '500',
  PLUMBLINE_SANDBOX_HISTORY: '8d',
  PLUMBLINE_DATA_DIR: '.plumbline/demo',
  PLUMBLINE_TOUR: 'true',
};

function usage() {
  const lines = Object.entries(FLAGS).map(([flag, [, help]]) => `  --${flag.padEnd(14)} ${help}`);
  if (demo) lines.push('  --list           list the scenarios and exit');
  return `usage: npm ${demo || isHub ? `run ${process.argv[2]}` : 'start'} -- [FLAG VALUE]...\n${lines.join('\n')}`;
}

function readFlags() {
  const options = Object.fromEntries(Object.keys(FLAGS).map((flag) => [flag, { type: 'string' }]));
  options.help = { type: 'boolean' };
  if (demo) options.list = { type: 'boolean' };
  try {
    const { values } = parseArgs({ args: process.argv.slice(3), options });
    if (values.help) {
      console.log(usage());
      process.exit(0);
    }
    const { list = false, ...given } = values;
    const settings = Object.entries(given).map(([flag, value]) => [FLAGS[flag][0], value]);
    return { list, settings: Object.fromEntries(settings) };
  } catch (error) {
    console.error(`${error.message}\n${usage()}`);
    process.exit(2);
  }
}

const CATALOGUE = 'sandbox/scenarios/catalogue.ts';

/** Every scenario of the embedded cluster. The bundler is only available after the setup. */
async function scenarios() {
  const catalogue = bundleOfImage(CATALOGUE) ?? (await (await import('./build.mjs')).bundle(CATALOGUE));
  return (await import(pathToFileURL(catalogue).href)).SCENARIOS;
}

async function listScenarios() {
  for (const { name, summary } of await scenarios()) console.log(`${name.padEnd(24)}${summary}`);
}

async function refuseUnknownScenario({ PLUMBLINE_SANDBOX: sandbox, PLUMBLINE_SANDBOX_SCENARIO: name }) {
  if (sandbox !== 'true' || !name) return;
  const names = (await scenarios()).map((scenario) => scenario.name);
  if (!names.includes(name))
    throw new SetupError(`There is no scenario "${name}"; choose one of: ${names.join(', ')}`);
}

/** A port that is free right now: the wanted one, or any for 0. */
function freePort(host, wanted) {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on('error', (error) => {
      const why = error.code === 'EADDRINUSE' ? 'another program uses it' : error.message;
      reject(
        new SetupError(
          `Port ${wanted} on ${host} cannot be used: ${why}. Choose another with --port N (0 picks a free one) or PLUMBLINE_PORT.`,
        ),
      );
    });
    probe.listen(wanted, host, () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

async function answers(url) {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(2000) })).ok;
  } catch {
    return false;
  }
}

/** Where the dashboard will listen and with which environment; checked before anything takes time. */
async function placeToListen(settings) {
  const environment = {
    ...(demo && DEMO_DEFAULTS),
    ...(isHub && { PLUMBLINE_HUB_ALONE: 'true' }),
    ...process.env,
    ...settings,
  };
  const host = environment.PLUMBLINE_HOST || '127.0.0.1';
  const wanted = Number(environment.PLUMBLINE_PORT || 3000);
  if (!Number.isInteger(wanted) || wanted < 0 || wanted > 65_535) {
    throw new SetupError(`--port ${environment.PLUMBLINE_PORT}: must be a whole number from 0 to 65535.`);
  }
  return { environment, host, port: await freePort(host, wanted) };
}

/** @param pagesBuilt resolves once the pages are there, where they are still being built */
async function start({ environment, host, port }, { pagesBuilt }) {
  // A process that listens on every address is reached by this machine's name.
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  const url = `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
  const logFile = path.resolve(root, environment.PLUMBLINE_DATA_DIR || '.plumbline', 'plumbline.log');

  const child = spawn(
    process.execPath,
    [...(isDev ? [] : demo ? DEMO_MEMORY_FLAGS : MEMORY_FLAGS), path.join(root, 'bin/run.mjs'), DASHBOARD],
    {
      cwd: root,
      env: {
        ...MEMORY_ENVIRONMENT,
        ...environment,
        PLUMBLINE_PORT: String(port),
        PLUMBLINE_HOST: host,
        NODE_ENV: isDev ? 'development' : 'production',
        ...(isDev && { NODE_OPTIONS: `${environment.NODE_OPTIONS ?? ''} --enable-source-maps`.trim() }),
        NEXT_TELEMETRY_DISABLED: '1',
      },
      // The fourth is a channel that closes when this process ends, and then the child ends too.
      stdio: demo ? ['ignore', 'pipe', 'pipe', 'ipc'] : ['ignore', 'inherit', 'inherit', 'ipc'],
    },
  );
  if (demo) {
    mkdirSync(path.dirname(logFile), { recursive: true });
    const log = createWriteStream(logFile, { mode: 0o600 });
    child.stdout.pipe(log, { end: false });
    child.stderr.pipe(log, { end: false });
    console.log(`log: ${logFile}`);
  }

  let stopping = false;
  const stop = (signal) => {
    if (stopping) return;
    stopping = true;
    console.log(`Stopping (${signal}) ...`);
    child.kill('SIGTERM');
    setTimeout(() => child.kill('SIGKILL'), 15_000).unref();
  };
  process.on('SIGINT', () => stop('SIGINT'));
  process.on('SIGTERM', () => stop('SIGTERM'));
  child.on('close', (code) => {
    if (stopping) process.exit(0);
    if (demo) console.error(readFileSync(logFile, 'utf8').split('\n').slice(-20).join('\n'));
    console.error(`The dashboard exited by itself (${code}).`);
    process.exit(code || 1);
  });

  const started = Date.now();
  let said = 0;
  while (!stopping && !(await answers(`${url}/api/health`))) {
    const seconds = Math.floor((Date.now() - started) / 1000);
    if (seconds >= said + 5) {
      said = seconds;
      console.log(`Starting: ${seconds} s so far`);
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  if (stopping) return;
  if (environment.PLUMBLINE_SANDBOX === 'true')
    console.log(`kubeconfig: ${path.resolve(path.dirname(logFile), 'sandbox.kubeconfig')}`);
  if (pagesBuilt) {
    console.log(`API: ${url}/api/v1, and its pages once they are built`);
    await pagesBuilt;
    // Loads the pages, so that whoever comes first does not wait for that.
    await answers(url);
  }
  console.log(`dashboard: ${url}`);
}

async function main() {
  endWithNpm();
  const { list, settings } = readFlags();
  if (list) return afterSetUp({}, listScenarios);
  const place = await orSay(() => placeToListen(settings));
  await afterSetUp({}, () => refuseUnknownScenario(place.environment));
  // An embedded cluster would take what builds the pages a third of the processor.
  await afterSetUp({ build: !isDev, development: isDev, pagesLater: !demo }, (made) => start(place, made));
}

await main();
