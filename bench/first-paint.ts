import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Browser } from 'playwright';
import { wallClock } from '@/server/lib/time/clock';
import { DESKTOP, findChromium, launchBrowser, openBarePage } from '@/tests/support/browser';
import { freePort } from '@/tests/support/free-port';
import { type Bench, type BenchOptions, type Figure, median, quantile } from './bench';
import { painting } from './browser';
import { hasPlanned, lastPassOf } from './dashboard';
import { ScaleCluster } from './scale-cluster';
import { type Vitals, visit } from './vitals';

const VPAS = 10_000;
const NAMESPACES = 50;
const PODS_EACH = 2;
const VISITS = 9;
const VISITS_BESIDE_PASSES = 5;
const LOOK_MS = 500;
/** A row of what needs a person. */
const CONTENT = 'main a[href^="/workloads"]';
const NEVER = '12h';
/** So short that a pass over this cluster is nearly always under way. */
const ALWAYS = '5s';

/** A dashboard of some checkout, as `npm start` runs it. */
class Started {
  private constructor(
    readonly url: string,
    private readonly child: ChildProcess,
    private readonly folder: string,
  ) {}

  /** Resolves after its first pass and its first plan. @throws Error if it ends before */
  static async at(root: string, cluster: ScaleCluster, passEvery: string): Promise<Started> {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'plumbline-bench-'));
    const kubeconfig = path.join(folder, 'kubeconfig');
    writeFileSync(kubeconfig, cluster.kubeconfig());
    const port = String(await freePort());
    const child = spawn(process.execPath, ['bin/dashboard.mjs', 'start', '--port', port], {
      cwd: root,
      env: {
        PATH: process.env.PATH,
        HOME: folder,
        NODE_ENV: 'production',
        PLUMBLINE_DATA_DIR: folder,
        PLUMBLINE_KUBECONFIG: kubeconfig,
        PLUMBLINE_ROLES: 'recommender,updater',
        PLUMBLINE_RECOMMENDER_INTERVAL: passEvery,
        PLUMBLINE_UPDATER_INTERVAL: passEvery,
        PLUMBLINE_KUBE_API_QPS: '100000',
        PLUMBLINE_KUBE_API_BURST: '100000',
      },
      stdio: 'ignore',
    });
    const started = new Started(`http://127.0.0.1:${port}`, child, folder);
    while (!(await hasPlanned(started.url))) {
      if (child.exitCode !== null) throw new Error(`the dashboard of ${root} ended with ${child.exitCode}`);
      await wallClock.sleep(LOOK_MS);
    }
    return started;
  }

  async stop(): Promise<void> {
    this.child.kill('SIGTERM');
    await once(this.child, 'exit');
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Milliseconds until the first page has its content, with nothing in the browser's cache. */
async function contentMs(browser: Browser, { url }: Started): Promise<number> {
  const { page } = await openBarePage(browser, DESKTOP);
  try {
    const painted = await painting(page, CONTENT);
    await page.goto(`${url}/`, { waitUntil: 'commit' });
    return await painted.seen();
  } finally {
    await page.context().close();
  }
}

/** In turns, so that what else the machine does meets all sides alike. */
async function contentOfAll(browser: Browser, sides: ReadonlyMap<string, Started>): Promise<Figure[]> {
  const seen = new Map([...sides.keys()].map((side): [string, number[]] => [side, []]));
  // The first visit loads and compiles what the server runs.
  for (const started of sides.values()) await contentMs(browser, started);
  for (let round = 0; round < VISITS; round++)
    for (const [side, started] of sides) seen.get(side)?.push(await contentMs(browser, started));
  return [...seen].map(([side, its]) => ({
    name: `first-paint-${side}`,
    value: median(its),
    unit: 'ms',
    note: `  ${side}: ${its.map((ms) => ms.toFixed(0)).join(', ')} ms`,
  }));
}

/** The interactions of the first page while one pass follows the other. */
async function besidePasses(browser: Browser, started: Started): Promise<Figure[]> {
  const seen: Vitals[] = [];
  await visit(browser, started.url);
  const before = await lastPassOf(started.url);
  for (let count = 0; count < VISITS_BESIDE_PASSES; count++) seen.push(await visit(browser, started.url));
  if ((await lastPassOf(started.url)) === before) throw new Error('no pass was over between the visits');
  const all = seen.flatMap(({ interactions }) => interactions);
  const most = all.reduce((worst, one) => (one.ms > worst.ms ? one : worst));
  const inps = seen.map(({ inpMs }) => inpMs);
  return [
    { name: 'first-paint-inp-in-passes', value: median(inps), unit: 'ms', reach: '≤ 100' },
    {
      name: 'first-paint-inp-p95',
      value: quantile(
        all.map(({ ms }) => ms),
        0.95,
      ),
      unit: 'ms',
    },
    { name: 'first-paint-inp-most', value: most.ms, unit: 'ms', note: `  the longest: ${most.what}` },
  ];
}

/**
 * Milliseconds until the first page has its content at 10,000 VPAs with two pods each, on an empty cache: of this
 * checkout and, with `--binaries FOLDER`, of another one in `FOLDER/plumbline`, in turns, both built. Then the
 * interaction to next paint (INP) of this one while a pass is nearly always under way.
 * @see https://web.dev/articles/inp
 */
export const firstPaintBench: Bench = {
  name: 'first-paint',
  isLong: true,
  async run({ binaries }: BenchOptions = {}): Promise<Figure[]> {
    const chromium = findChromium();
    if (!chromium) return [];
    const roots = new Map([['now', process.cwd()]]);
    const other = path.resolve(binaries ?? '', 'plumbline');
    if (binaries !== undefined && !existsSync(other)) throw new Error(`${other} is not there`);
    if (binaries !== undefined) roots.set('before', other);
    const cluster = await ScaleCluster.start(VPAS, NAMESPACES, PODS_EACH);
    const browser = await launchBrowser(chromium);
    const sides = new Map<string, Started>();
    try {
      for (const [side, root] of roots) sides.set(side, await Started.at(root, cluster, NEVER));
      const content = await contentOfAll(browser, sides);
      for (const [side, started] of sides) {
        await started.stop();
        sides.delete(side);
      }
      const busy = await Started.at(process.cwd(), cluster, ALWAYS);
      sides.set('busy', busy);
      return [...content, ...(await besidePasses(browser, busy))];
    } finally {
      for (const started of sides.values()) await started.stop();
      await browser.close();
      await cluster.stop();
    }
  },
};
