import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { wallClock } from '@/server/clock';
import type { Bench, Figure } from './bench';
import { ScaleCluster } from './scale-cluster';

const SIZES = [1_000, 10_000];
const NAMESPACES = 50;
const ROUNDS = 40;
const LOOK_MS = 250;
const HOUR = '1h';

/** What each page requests in one refresh; `round` makes every query different, so that none is cached. */
const PAGES: Record<string, (round: number) => string[]> = {
  workloads: (round) => ['/api/status', '/api/stop', `/api/workloads?page=${round + 1}`],
  'workloads-found': (round) => [`/api/workloads?q=service-${round}&sort=cpu&order=desc`],
  'workload-search': (round) => [`/api/workloads/search?q=${round}`],
  workload: (round) => [
    `/api/workloads/team-${round % NAMESPACES}/service-${round}`,
    `/api/plan?namespace=team-${round % NAMESPACES}&vpa=service-${round}`,
  ],
  plan: (round) => [`/api/plan?page=${round + 1}`],
  'plan-found': (round) => [`/api/plan?q=service-${round}&sort=when`],
  problems: (round) => [`/api/problems?page=${round + 1}`],
  audit: (round) => [`/api/audit?limit=50&q=service-${round}`],
  namespaces: () => ['/api/namespaces'],
};

interface Asked {
  ms: number;
  status: number;
  /** Bytes of the body as sent. */
  wireBytes: number;
  etag: string;
}

function ask(url: string, headers: Record<string, string> = {}): Promise<Asked> {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const request = http.get(url, { headers: { 'accept-encoding': 'gzip', ...headers } }, (response) => {
      let wireBytes = 0;
      response.on('data', (chunk: Buffer) => {
        wireBytes += chunk.length;
      });
      response.on('error', reject);
      response.on('end', () => {
        const { statusCode: status = 0, headers: answered } = response;
        const etag = String(answered.etag ?? '');
        resolve({ ms: performance.now() - started, status, wireBytes, etag });
      });
    });
    request.on('error', reject);
  });
}

/** The built dashboard in a separate process, its passes an hour apart, so that only pages stall it. */
class Dashboard {
  private constructor(
    readonly url: string,
    private readonly child: ChildProcess,
  ) {}

  static async start(kubeconfig: string, dataDir: string): Promise<Dashboard> {
    if (!existsSync('.next/BUILD_ID'))
      throw new Error('The dashboard is not built: run `npx next build` once.');
    const port = await freePort();
    const child = spawn(
      process.execPath,
      ['node_modules/next/dist/bin/next', 'start', '-p', String(port), '-H', '127.0.0.1'],
      {
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
        env: {
          PATH: process.env.PATH,
          HOME: dataDir,
          NODE_ENV: 'production',
          NODE_OPTIONS: `--import=${pathToFileURL(path.resolve('bench/loop-probe.mjs'))}`,
          NEXT_TELEMETRY_DISABLED: '1',
          NEXT_MANUAL_SIG_HANDLE: 'true',
          PLUMBLINE_PORT: String(port),
          PLUMBLINE_DATA_DIR: dataDir,
          PLUMBLINE_KUBECONFIG: kubeconfig,
          PLUMBLINE_ROLES: 'recommender,updater',
          PLUMBLINE_RECOMMENDER_INTERVAL: HOUR,
          PLUMBLINE_UPDATER_INTERVAL: HOUR,
          PLUMBLINE_KUBE_API_QPS: '100000',
          PLUMBLINE_KUBE_API_BURST: '100000',
        },
      },
    );
    const dashboard = new Dashboard(`http://127.0.0.1:${port}`, child);
    await dashboard.settled();
    return dashboard;
  }

  /** Waits for the first pass of the recommender and of the updater. */
  private async settled(): Promise<void> {
    for (;;) {
      if (this.child.exitCode !== null) throw new Error(`the dashboard ended with ${this.child.exitCode}`);
      const [recommender, updater] = await Promise.all([
        this.json('/api/status'),
        this.json('/api/plan'),
      ]).catch(() => []);
      if (recommender?.lastPass && updater?.updater?.kind === 'running') return;
      await wallClock.sleep(LOOK_MS);
    }
  }

  private async json(question: string): Promise<{ lastPass?: object; updater?: { kind: string } }> {
    return (await fetch(this.url + question)).json();
  }

  /** The longest stalls since the last call. */
  async stalls(): Promise<{ longestMs: number; ownMs: number }> {
    this.child.send({});
    const [stalls] = (await once(this.child, 'message')) as [{ longestMs: number; ownMs: number }];
    return stalls;
  }

  async stop(): Promise<void> {
    this.child.kill('SIGKILL');
    await once(this.child, 'exit');
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  return port;
}

function p95(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1] ?? Number.NaN;
}

interface PageFigures {
  kilobytes: number;
  p95Ms: number;
  /** Without the garbage collector's time, and with it. */
  stallMs: number;
  stallWithGcMs: number;
}

async function stallsOf(dashboard: Dashboard): Promise<Pick<PageFigures, 'stallMs' | 'stallWithGcMs'>> {
  const { longestMs, ownMs } = await dashboard.stalls();
  return { stallMs: ownMs, stallWithGcMs: longestMs };
}

async function measurePage(
  dashboard: Dashboard,
  questions: (round: number) => string[],
): Promise<PageFigures> {
  const times: number[] = [];
  let mostBytes = 0;
  await dashboard.stalls();
  for (let round = 0; round < ROUNDS; round++) {
    const answers = await Promise.all(questions(round).map((question) => ask(dashboard.url + question)));
    for (const { status } of answers)
      if (status !== 200) throw new Error(`a page was answered with ${status}`);
    times.push(...answers.map(({ ms }) => ms));
    mostBytes = Math.max(
      mostBytes,
      answers.reduce((sum, { wireBytes }) => sum + wireBytes, 0),
    );
  }
  return { kilobytes: mostBytes / 1000, p95Ms: p95(times), ...(await stallsOf(dashboard)) };
}

/** How many of the pages' requests are not answered with 304 when nothing changed. */
async function changedOf(dashboard: Dashboard): Promise<number> {
  let changed = 0;
  for (const question of Object.values(PAGES).flatMap((questions) => questions(1))) {
    const { etag } = await ask(dashboard.url + question);
    const again = await ask(dashboard.url + question, { 'if-none-match': etag });
    if (again.status !== 304 || again.wireBytes > 0) changed++;
  }
  return changed;
}

async function measure(
  vpas: number,
): Promise<{ pages: Record<string, PageFigures>; changed: number; cold: PageFigures }> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'plumbline-bench-'));
  const kubeconfig = path.join(folder, 'kubeconfig');
  const cluster = await ScaleCluster.start(vpas, NAMESPACES);
  let dashboard: Dashboard | undefined;
  try {
    writeFileSync(kubeconfig, cluster.kubeconfig());
    dashboard = await Dashboard.start(kubeconfig, folder);
    await dashboard.stalls();
    const { ms, wireBytes } = await ask(`${dashboard.url}/api/workloads`);
    const cold = { kilobytes: wireBytes / 1000, p95Ms: ms, ...(await stallsOf(dashboard)) };
    const pages: Record<string, PageFigures> = {};
    for (const [page, questions] of Object.entries(PAGES)) {
      await measurePage(dashboard, questions);
      pages[page] = await measurePage(dashboard, (round) => questions(round + ROUNDS));
    }
    return { pages, changed: await changedOf(dashboard), cold };
  } finally {
    await dashboard?.stop();
    await cluster.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * The cost of a refresh of each page over the built dashboard, with 1,000 and with 10,000 VPAs of ten pods:
 * bytes on the wire, the 95th percentile of the answers, and the longest stall of the event loop, with and
 * without the garbage collector. No query is repeated. `cold` is the very first one, for which every VPA is
 * summarised.
 */
export const pagesBench: Bench = {
  name: 'pages',
  async run() {
    const figures: Figure[] = [];
    const worst: Pick<PageFigures, 'kilobytes' | 'p95Ms'>[] = [];
    for (const vpas of SIZES) {
      const { pages, changed, cold } = await measure(vpas);
      const size = `pages-${vpas / 1000}k`;
      const add = (name: string, figure: PageFigures, isCold = false) =>
        figures.push(
          { name: `${size}-${name}-bytes`, value: figure.kilobytes, unit: 'kB', reach: '≤ 100' },
          isCold
            ? { name: `${size}-${name}-ms`, value: figure.p95Ms, unit: 'ms' }
            : { name: `${size}-${name}-p95`, value: figure.p95Ms, unit: 'ms', reach: '≤ 50' },
          { name: `${size}-${name}-stall`, value: figure.stallMs, unit: 'ms', reach: '≤ 20' },
          { name: `${size}-${name}-stall-with-gc`, value: figure.stallWithGcMs, unit: 'ms' },
        );
      add('cold', cold, true);
      for (const [page, figure] of Object.entries(pages)) add(page, figure);
      figures.push({ name: `${size}-not-304`, value: changed, unit: 'questions', reach: '0' });
      const most = (of: 'kilobytes' | 'p95Ms') => Math.max(...Object.values(pages).map((one) => one[of]));
      worst.push({ kilobytes: most('kilobytes'), p95Ms: most('p95Ms') });
    }
    const [small, large] = worst;
    const slope = (of: 'kilobytes' | 'p95Ms') => (large?.[of] ?? Number.NaN) / (small?.[of] ?? Number.NaN);
    return [
      ...figures,
      { name: 'pages-bytes-slope', value: slope('kilobytes'), unit: 'times', reach: '≤ 1.5' },
      { name: 'pages-p95-slope', value: slope('p95Ms'), unit: 'times' },
    ];
  },
};
