import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { wallClock } from '@/server/lib/time/clock';
import { spawnDashboard } from '@/tests/support/dashboard';
import { type Bench, type Figure, quantile } from './bench';
import { PROBE_OPTIONS, probe } from './dashboard';
import { mustRun, rssOf } from './process-use';

const MEMBERS = 36;
const PEOPLE = 8;
const QUIET_MS = 10_000;
const ATTACK_MS = 60_000;
const HEALTH_EVERY_MS = 100;
const SECRET = 'of-the-hub';
/** What people look at, of all clusters and of one. */
const LOOKS = ['', '/inbox', '/workloads', '/record'];
const THROUGH = ['/inbox', '/workloads', '/audit', '/digest'];

interface Health {
  ms: number[];
  /** Most resident memory at a look, in bytes. */
  rssBytes: number;
}

async function timed(address: string, headers: Record<string, string> = {}): Promise<number> {
  const startedMs = performance.now();
  const answer = await fetch(address, { headers }).catch(() => undefined);
  await answer?.arrayBuffer().catch(() => undefined);
  return performance.now() - startedMs;
}

/**
 * The whole process of a hub without a cluster, asked for its health ten times a second: first alone, then with members
 * that answer as harmfully as they can to people who look at all of them, and at each of them through the hub. The
 * longest stall counts the CPU time of a turn of its event loop, whatever else the machine does.
 */
export const hubBench: Bench = {
  name: 'hub',
  isLong: true,
  async run() {
    const folder = mkdtempSync(path.join(tmpdir(), 'plumbline-hub-bench-'));
    const children: ChildProcess[] = [];
    try {
      return await measured(folder, children);
    } finally {
      for (const child of children) child.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

async function measured(folder: string, children: ChildProcess[]): Promise<Figure[]> {
  const members = spawn(
    process.execPath,
    ['bin/run.mjs', 'bench/hostile-members-child.ts', String(MEMBERS)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  children.push(members);
  const [line] = await once(createInterface({ input: members.stdout }), 'line');
  writeFileSync(path.join(folder, 'secret'), 'of-the-members');
  const signOn = '{ kind: proxy, secretFile: secret, userHeader: x-user, groupsHeader: x-groups }';
  const names = (JSON.parse(String(line)) as string[]).map((url, index) => ({ name: `m-${index}`, url }));
  const file = path.join(folder, 'clusters.yaml');
  const lines = names.map(({ name, url }) => `  - { name: ${name}, url: "${url}", signOn: ${signOn} }`);
  writeFileSync(file, `clusters:\n${lines.join('\n')}\n`);
  const { url, child } = await spawnDashboard(
    path.join(folder, 'hub'),
    {
      NODE_OPTIONS: PROBE_OPTIONS,
      PLUMBLINE_HUB_ALONE: 'true',
      PLUMBLINE_CLUSTERS: file,
      PLUMBLINE_AUTH: 'proxy',
      PLUMBLINE_PROXY_SECRET: SECRET,
      PLUMBLINE_IDENTITY_HEADER: 'x-user',
    },
    ['ignore', 'ignore', 'ignore', 'ipc'],
  );
  children.push(child);
  const health = async (forMs: number): Promise<Health> => {
    const found: Health = { ms: [], rssBytes: 0 };
    for (const untilMs = performance.now() + forMs; performance.now() < untilMs; ) {
      mustRun('the hub', child);
      const ms = await timed(`${url}/api/health`);
      found.ms.push(ms);
      found.rssBytes = Math.max(found.rssBytes, rssOf(child));
      await wallClock.sleep(Math.max(0, HEALTH_EVERY_MS - ms));
    }
    return found;
  };
  while (!(await fetch(`${url}/api/health`).catch(() => undefined))?.ok) {
    mustRun('the hub', child);
    await wallClock.sleep(HEALTH_EVERY_MS);
  }
  await health(2_000);
  const quiet = await health(QUIET_MS);
  let isOver = false;
  let looks = 0;
  const person = async (index: number) => {
    const headers = { 'x-plumbline-proxy-secret': SECRET, 'x-user': `person-${index}` };
    for (let round = index; !isOver; round++) {
      await timed(`${url}/api/v1/clusters${LOOKS[round % LOOKS.length]}`, headers);
      const { name } = names[(round * 7) % names.length] ?? { name: '' };
      await timed(`${url}/api/v1/clusters/${name}${THROUGH[round % THROUGH.length]}`, headers);
      looks += 2;
    }
  };
  const people = Promise.all(Array.from({ length: PEOPLE }, (_, index) => person(index)));
  await probe(child);
  const attacked = await health(ATTACK_MS);
  const { longestMs } = await probe(child);
  isOver = true;
  members.kill('SIGKILL');
  await people;
  const megabytes = (bytes: number) => bytes / 2 ** 20;
  return [
    { name: 'hub-health-p99-alone', value: quantile(quiet.ms, 0.99), unit: 'ms' },
    { name: 'hub-health-p50', value: quantile(attacked.ms, 0.5), unit: 'ms' },
    { name: 'hub-health-p99', value: quantile(attacked.ms, 0.99), unit: 'ms', reach: '≤ 200' },
    { name: 'hub-health-longest', value: Math.max(...attacked.ms), unit: 'ms' },
    { name: 'hub-stall-longest', value: longestMs, unit: 'ms', reach: '≤ 200' },
    { name: 'hub-rss-alone', value: megabytes(quiet.rssBytes), unit: 'MB' },
    { name: 'hub-rss-most', value: megabytes(attacked.rssBytes), unit: 'MB' },
    { name: 'hub-looks', value: looks, unit: 'answers' },
  ];
}
