import http from 'node:http';
import { wallClock } from '@/server/lib/time/clock';
import { type Bench, type Figure, quantile } from './bench';
import { Dashboard, type Probed } from './dashboard';
import { ScaleCluster } from './scale-cluster';

const SIZES = [1_000, 10_000];
const NAMESPACES = 50;
const ROUNDS = 30;
const IDLE_MS = 3_000;

/** What each page requests in one refresh; `round` makes every query different, so that none is cached. */
const PAGES: Record<string, (round: number) => string[]> = {
  // What any request costs.
  health: () => ['/api/health'],
  workloads: (round) => ['/api/status', `/api/workloads?page=${round + 1}`],
  'workloads-found': (round) => [`/api/workloads?q=service-${round}&sort=cpu&order=desc`],
  'workload-search': (round) => [`/api/workloads/search?q=${round}`],
  workload: (round) => [
    `/api/workloads/team-${round % NAMESPACES}/service-${round}`,
    `/api/plan?namespace=team-${round % NAMESPACES}&vpa=service-${round}`,
  ],
  plan: (round) => [`/api/plan?page=${round + 1}`],
  'plan-found': (round) => [`/api/plan?q=service-${round}&sort=when`],
  inbox: (round) => [`/api/inbox?page=${round + 1}`],
  audit: (round) => [`/api/audit?limit=50&q=service-${round}`],
  overview: () => ['/api/status', '/api/overview', '/api/overview/past?span=day'],
  namespace: (round) => [
    `/api/namespaces/team-${round % NAMESPACES}`,
    `/api/namespaces/team-${round % NAMESPACES}/past?span=week`,
  ],
  'namespace-sums': (round) => [`/api/namespace-sums?page=${(round % 2) + 1}&sort=over&order=desc`],
  namespaces: () => ['/api/namespaces'],
  costs: (round) => [`/api/costs?page=${round + 1}`],
  'costs-by-namespace': (round) => [`/api/costs?by=namespace&q=service-${round}`],
  'costs-realised': () => ['/api/costs/realised'],
};
/** Pages that are measured again with a VPA changed before every refresh. */
const CHANGED = ['overview', 'workloads', 'workload', 'inbox', 'costs'];

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

interface PageFigures {
  kilobytes: number;
  p95Ms: number;
  /** CPU time of the process per refresh. */
  cpuMs: number;
  /** Without the garbage collector's time, and with it. */
  stallMs: number;
  stallWithGcMs: number;
}

/** So many refreshes of a page from a round on, each after `before`. */
async function measurePage(
  dashboard: Dashboard,
  questions: (round: number) => string[],
  { from = 0, rounds = ROUNDS, before = async (_round: number) => {} } = {},
): Promise<PageFigures> {
  const times: number[] = [];
  let mostBytes = 0;
  await dashboard.probe();
  for (let round = from; round < from + rounds; round++) {
    await before(round);
    const answers = await Promise.all(questions(round).map((question) => ask(dashboard.url + question)));
    for (const { status } of answers)
      if (status !== 200) throw new Error(`a page was answered with ${status}`);
    times.push(Math.max(...answers.map(({ ms }) => ms)));
    mostBytes = Math.max(
      mostBytes,
      answers.reduce((sum, { wireBytes }) => sum + wireBytes, 0),
    );
  }
  const { longestMs, ownMs, cpuMs } = await dashboard.probe();
  return {
    kilobytes: mostBytes / 1000,
    p95Ms: quantile(times, 0.95),
    cpuMs: cpuMs / rounds,
    stallMs: ownMs,
    stallWithGcMs: longestMs,
  };
}

/** How many of the pages' requests are not answered with 304 when nothing changed. */
async function changedOf(dashboard: Dashboard): Promise<number> {
  let changed = 0;
  const questions = Object.entries(PAGES).flatMap(([page, asked]) => (page === 'health' ? [] : asked(1)));
  for (const question of questions) {
    const { etag } = await ask(dashboard.url + question);
    const again = await ask(dashboard.url + question, { 'if-none-match': etag });
    if (again.status !== 304 || again.wireBytes > 0) changed++;
  }
  return changed;
}

/** How long the event loop is blocked while nobody asks for anything. */
async function idleOf(dashboard: Dashboard): Promise<Probed> {
  await dashboard.probe();
  await wallClock.sleep(IDLE_MS);
  return dashboard.probe();
}

interface Measured {
  idle: Probed;
  /** The first request of all. */
  cold: PageFigures;
  /** By page: its first refreshes, those after them, and for some those after a change. */
  pages: Record<string, { first: PageFigures; later: PageFigures; changed?: PageFigures }>;
  not304: number;
}

async function measure(vpas: number): Promise<Measured> {
  const cluster = await ScaleCluster.start(vpas, NAMESPACES);
  return Dashboard.of(cluster, async (dashboard) => {
    const idle = await idleOf(dashboard);
    const cold = await measurePage(dashboard, () => ['/api/workloads'], { rounds: 1 });
    await dashboard.quiet();
    const pages: Measured['pages'] = {};
    for (const [page, questions] of Object.entries(PAGES)) {
      const first = await measurePage(dashboard, questions);
      pages[page] = { first, later: await measurePage(dashboard, questions, { from: ROUNDS }) };
    }
    for (const page of CHANGED) {
      const before = (round: number) => cluster.changeVpa(round);
      const changed = await measurePage(dashboard, PAGES[page] ?? (() => []), { before });
      pages[page] = Object.assign({}, pages[page], { changed });
    }
    return { idle, cold, pages, not304: await changedOf(dashboard) };
  });
}

/** CPU of one refresh of the list of workloads, ms, after those that warm it up, of a cluster with ten pods a VPA. */
export async function listCpuMs(vpas: number): Promise<number> {
  const cluster = await ScaleCluster.start(vpas, NAMESPACES);
  return Dashboard.of(cluster, async (dashboard) => {
    const questions = PAGES.workloads ?? (() => []);
    await measurePage(dashboard, questions);
    return (await measurePage(dashboard, questions, { from: ROUNDS })).cpuMs;
  });
}

const SIZE = { unit: 'kB', reach: '≤ 100' };
const TIME = { unit: 'ms', reach: '≤ 50' };
const STALL = { unit: 'ms', reach: '≤ 20' };

function figuresOf(size: string, { idle, cold, pages, not304 }: Measured): Figure[] {
  const figures: Figure[] = [];
  const add = (name: string, value: number, words: Pick<Figure, 'unit' | 'reach'>) =>
    figures.push({ name: `${size}-${name}`, value, ...words });
  add('idle-stall', idle.ownMs, { unit: 'ms' });
  add('idle-stall-with-gc', idle.longestMs, { unit: 'ms' });
  add('cold-ms', cold.p95Ms, { unit: 'ms' });
  add('cold-stall', cold.stallMs, STALL);
  add('cold-stall-with-gc', cold.stallWithGcMs, { unit: 'ms' });
  for (const [page, { first, later, changed }] of Object.entries(pages)) {
    const all = [first, later, ...(changed ? [changed] : [])];
    const most = (of: keyof PageFigures) => Math.max(...all.map((one) => one[of]));
    add(`${page}-bytes`, most('kilobytes'), SIZE);
    add(`${page}-p95`, later.p95Ms, TIME);
    add(`${page}-cpu`, later.cpuMs, { unit: 'ms' });
    if (changed) add(`${page}-changed-p95`, changed.p95Ms, TIME);
    if (changed) add(`${page}-changed-cpu`, changed.cpuMs, { unit: 'ms' });
    add(`${page}-stall`, most('stallMs'), STALL);
    add(`${page}-stall-with-gc`, most('stallWithGcMs'), { unit: 'ms' });
  }
  add('not-304', not304, { unit: 'questions', reach: '0' });
  return figures;
}

/**
 * The cost of refreshing each page of the built dashboard, with 1,000 and with 10,000 VPAs of ten pods: bytes sent, the
 * 95th percentile of the time until the last answer, CPU time, and how long the event loop was blocked at most, with and without the
 * garbage collector, from the first request on. No query is repeated. For comparison: how long the loop is blocked
 * while nobody asks (`idle`), and a request that asks for nothing (`health`). `changed` is with a VPA changed before
 * every refresh; `cold` the very first request, for which every VPA is summarised.
 */
export const pagesBench: Bench = {
  name: 'pages',
  async run() {
    const figures: Figure[] = [];
    const totals: { kilobytes: number; p95Ms: number; cpuMs: number }[] = [];
    for (const vpas of SIZES) {
      const measured = await measure(vpas);
      figures.push(...figuresOf(`pages-${vpas / 1000}k`, measured));
      const later = Object.values(measured.pages).map((page) => page.later);
      totals.push({
        kilobytes: Math.max(...later.map(({ kilobytes }) => kilobytes)),
        p95Ms: Math.max(...later.map(({ p95Ms }) => p95Ms)),
        cpuMs: later.reduce((sum, { cpuMs }) => sum + cpuMs, 0),
      });
    }
    const [small, large] = totals;
    const slope = (of: 'kilobytes' | 'p95Ms' | 'cpuMs') =>
      (large?.[of] ?? Number.NaN) / (small?.[of] ?? Number.NaN);
    return [
      ...figures,
      { name: 'pages-bytes-slope', value: slope('kilobytes'), unit: 'times', reach: '≤ 1.5' },
      { name: 'pages-p95-slope', value: slope('p95Ms'), unit: 'times' },
      { name: 'pages-cpu-slope', value: slope('cpuMs'), unit: 'times' },
    ];
  },
};
