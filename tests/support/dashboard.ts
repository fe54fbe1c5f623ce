import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle } from '@/bin/build.mjs';
import { DEMO_MEMORY_FLAGS } from '@/bin/memory-flags.mjs';
import { DASHBOARD } from '@/bin/setup.mjs';
import { freePort } from './free-port';

const root = fileURLToPath(new URL('../..', import.meta.url));
let bundled: Promise<string> | undefined;

/** The built dashboard as a process of its own. */
export interface Dashboard {
  url: string;
  dataDir: string;
  /** The file that leads to the embedded cluster, where there is one. */
  kubeconfig: string;
  /** What the process has said so far. */
  output(): string;
  stop(): Promise<void>;
  /** Ends it as the kernel does. */
  kill(): Promise<void>;
}

function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => child.once('exit', () => resolve()));
}

/**
 * Begins to run the dashboard that `next build` made, on a free port of loopback, with the given settings and nothing
 * else of this process's environment.
 * @throws when nothing is built
 */
export async function spawnDashboard(
  dataDir: string,
  settings: Record<string, string>,
  stdio: StdioOptions,
  given?: number,
  nodeFlags: readonly string[] = [],
): Promise<{ url: string; child: ChildProcess }> {
  if (!existsSync(path.join(root, '.next/BUILD_ID')))
    throw new Error('The dashboard is not built: run `npm test`, or `npx next build` once.');
  bundled ??= bundle(DASHBOARD);
  const main = await bundled;
  const port = given ?? (await freePort());
  const child = spawn(process.execPath, [...nodeFlags, main], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      HOME: dataDir,
      NODE_ENV: 'production',
      NEXT_TELEMETRY_DISABLED: '1',
      PLUMBLINE_PORT: String(port),
      PLUMBLINE_DATA_DIR: dataDir,
      ...settings,
    },
    stdio,
  });
  return { url: `http://127.0.0.1:${port}`, child };
}

/**
 * Starts the dashboard that `next build` made, as the demo runs it, with the given settings, and waits until it answers.
 * @param port a free one if not given
 * @throws when nothing is built, or the process ends before it answers, with what it said.
 */
export async function startDashboard(settings: Record<string, string>, port?: number): Promise<Dashboard> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'plumbline-e2e-'));
  const stdio: StdioOptions = ['ignore', 'pipe', 'pipe'];
  const { url, child } = await spawnDashboard(dataDir, settings, stdio, port, DEMO_MEMORY_FLAGS);
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      said += chunk;
    });
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await ended(child);
    rmSync(dataDir, { recursive: true, force: true });
  };
  while (!(await answers(url))) {
    if (child.exitCode !== null) throw new Error(`The dashboard ended before it answered:\n${said}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return {
    url,
    dataDir,
    kubeconfig: path.join(dataDir, 'sandbox.kubeconfig'),
    output: () => said,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  };
}

async function answers(url: string): Promise<boolean> {
  return fetch(`${url}/api/status`).then(
    () => true,
    () => false,
  );
}
