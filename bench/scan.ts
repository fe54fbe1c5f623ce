import { spawn } from 'node:child_process';
import {
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createRegistry } from '@/sandbox/api/create-registry';
import { startApiServer } from '@/sandbox/api/server';
import { silentLogger } from '@/server/lib/report/log';
import { ManualClock } from '@/server/lib/time/clock';
import type { KubeObject } from '@/server/objects/types';
import type { ScanReport } from '@/server/scan/report';
import { fillFromFile, RealPrometheus } from '@/tests/support/prometheus';
import type { Bench, Figure } from './bench';
import { pastText } from './past-text';
import { containerRefs, LABEL_SETS, workload } from './population';

const DAYS = 14;
const SCRAPE_SECONDS = 300;
/** The API server says that it is this time, Unix seconds, whenever the bench runs. */
const END_SECONDS = Date.UTC(2026, 10, 27) / 1000;
const LOOK_EVERY_MS = 50;
/** Where `/proc/PID/stat` has it, counted after the name. */
const USER_TIME = 11;
const TICKS_PER_SECOND = 100;
/** Days that are written at once. */
const AT_ONCE = 2;

/** Blocks of 14 days, made once and kept in the temporary folder. */
async function pastFolder(containers: number): Promise<string> {
  const folder = path.join(os.tmpdir(), `plumbline-bench-scan-${containers}`);
  if (existsSync(folder)) return folder;
  const making = `${folder}.${process.pid}`;
  const data = path.join(making, 'data');
  mkdirSync(data, { recursive: true });
  const days = Array.from({ length: DAYS }, (_, day) => day);
  const write = async (): Promise<void> => {
    for (let day = days.shift(); day !== undefined; day = days.shift()) {
      const file = path.join(making, `${day}.om`);
      const lines = pastText(containers, day, DAYS, SCRAPE_SECONDS, END_SECONDS);
      await pipeline(Readable.from(lines), createWriteStream(file));
      await fillFromFile(data, file);
      rmSync(file);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, write));
  renameSync(making, folder);
  return folder;
}

/** An API server with the workloads of the population and a pod for each container. */
async function apiServer(containers: number) {
  const clock = new ManualClock(END_SECONDS * 1000);
  const registry = await createRegistry({ clock, log: silentLogger });
  const server = await startApiServer({ port: 0, clock, log: silentLogger, registry, isDated: true });
  const requests = { cpu: '500m', memory: '512Mi' };
  const spec = { containers: [{ name: 'app', image: 'app:1', resources: { requests } }] };
  const refs = containerRefs().slice(0, containers);
  const workloads = Math.min(LABEL_SETS, containers);
  for (const namespace of new Set(refs.map((one) => one.namespace)))
    await registry.create('namespaces', {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: namespace },
    });
  for (let index = 0; index < workloads; index++) {
    const { namespace, name, labels } = workload(index);
    await registry.create('deployments.apps', {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { namespace, name },
      spec: {
        replicas: containers / workloads,
        selector: { matchLabels: { app: name } },
        template: { metadata: { labels }, spec },
      },
    } as KubeObject);
  }
  for (const [index, { namespace, pod }] of refs.entries())
    await registry.create('pods', {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { namespace, name: pod, labels: workload(index % LABEL_SETS).labels },
      spec,
      status: { phase: 'Running' },
    } as KubeObject);
  return server;
}

async function measured(containers: number, args: readonly string[], name: string): Promise<Figure[]> {
  const past = await pastFolder(containers);
  const server = await RealPrometheus.start('prometheus', async (data) =>
    symlinkSync(path.join(past, 'data'), data),
  );
  const api = await apiServer(containers);
  const home = mkdtempSync(path.join(os.tmpdir(), 'plumbline-bench-home-'));
  try {
    const kubeconfig = path.join(home, 'kubeconfig');
    writeFileSync(kubeconfig, api.kubeconfig('admin'));
    const startedMs = performance.now();
    const child = spawn(
      process.execPath,
      ['bin/plumbline.mjs', 'scan', '-o', 'json', '--prometheus', server.url, ...args],
      {
        env: { PATH: process.env.PATH, NODE_ENV: 'production', HOME: home, KUBECONFIG: kubeconfig },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    const exit = new Promise<number | null>((resolve) => child.once('exit', resolve));
    const before = cpuSecondsOf(server.pid);
    let [peakKb, cpuSeconds] = [0, 0];
    const look = setInterval(() => {
      peakKb = Math.max(peakKb, peakOf(child.pid ?? 0));
      cpuSeconds = Math.max(cpuSeconds, cpuSecondsOf(child.pid ?? 0));
    }, LOOK_EVERY_MS);
    const report = JSON.parse(await text(child.stdout)) as ScanReport;
    await exit;
    clearInterval(look);
    const seconds = (performance.now() - startedMs) / 1000;
    const known = report.workloads.filter(({ containers: [one] }) => one?.used.cpu).length;
    if (known < report.workloads.length) throw new Error(`only ${known} workloads with usage`);
    return [
      { name: `scan-${name}`, value: seconds, unit: 's', reach: name === 'replay' ? '≤ 30' : '≤ 60' },
      { name: `scan-${name}-cpu`, value: cpuSeconds, unit: 's' },
      { name: `scan-${name}-prometheus-cpu`, value: cpuSecondsOf(server.pid) - before, unit: 's' },
      { name: `scan-${name}-memory`, value: peakKb / 1024, unit: 'MB', reach: '≤ 400' },
    ];
  } finally {
    await api.close();
    await server.close();
    rmSync(home, { recursive: true, force: true });
  }
}

/** What a process has used of all processors, in seconds; 0 once it is gone. */
function cpuSecondsOf(pid: number): number {
  try {
    const [user = 0, system = 0] = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
      .slice(USER_TIME, USER_TIME + 2)
      .map(Number);
    return (user + system) / TICKS_PER_SECOND;
  } catch {
    return 0;
  }
}

/** The most memory that a process had at once, in kB; 0 once it is gone. */
function peakOf(pid: number): number {
  try {
    return Number(/VmHWM:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

/** A scan of 14 days in a real Prometheus: 10,000 containers without a replay and with it, 1,000 with one. */
export const scanBench: Bench = {
  name: 'scan',
  isLong: true,
  async run() {
    return [
      ...(await measured(1_000, ['--no-cache'], 'replay')),
      ...(await measured(10_000, ['--no-cache', '--no-replay'], 'large')),
      ...(await measured(10_000, ['--no-cache'], 'large-replay')),
    ];
  },
};
