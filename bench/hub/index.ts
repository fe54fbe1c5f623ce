import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Browser } from 'playwright';
import { MEMORY_ENVIRONMENT, MEMORY_FLAGS } from '@/bin/memory-flags.mjs';
import { wallClock } from '@/server/clock';
import { DESKTOP, findChromium, launchBrowser, openPage } from '@/tests/support/browser';
import { spawnDashboard } from '@/tests/support/dashboard';
import { freePort } from '@/tests/support/free-port';
import { type Bench, type Figure, median } from '../bench';
import { countBytes, painting } from '../browser';
import { multiplied, recordedDigest } from './recorded-digest';
import { StandIns, USER_HEADER } from './stand-ins';

const MEMBERS = 200;
const VPAS_OF_EACH = 50;
const VISITS = 5;
const MINUTE_MS = 60_000;
const SECRET = 'of-the-bench';
const SECRET_HEADER = 'x-plumbline-proxy-secret';
/** Each reads the lists of all members. */
const LISTS = ['inbox', 'workloads', 'plan', 'savings'];

const as = (user: string) => ({ [SECRET_HEADER]: SECRET, [USER_HEADER]: user });

/** The built dashboard as a hub without a cluster. */
class HubProcess {
  private constructor(
    readonly url: string,
    private readonly child: Awaited<ReturnType<typeof spawnDashboard>>['child'],
  ) {}

  static async start(folder: string, clusters: string): Promise<HubProcess> {
    const settings = {
      PLUMBLINE_AUTH: 'proxy',
      PLUMBLINE_PROXY_SECRET: SECRET,
      PLUMBLINE_IDENTITY_HEADER: USER_HEADER,
      PLUMBLINE_HUB_ALONE: 'true',
      PLUMBLINE_CLUSTERS: clusters,
      ...MEMORY_ENVIRONMENT,
    };
    const { url, child } = await spawnDashboard(folder, settings, 'ignore', undefined, MEMORY_FLAGS);
    const hub = new HubProcess(url, child);
    while (!(await fetch(`${url}/api/health`).catch(() => undefined))) {
      if (child.exitCode !== null) throw new Error(`the hub ended with ${child.exitCode}`);
      await wallClock.sleep(100);
    }
    return hub;
  }

  residentMegabytes(): number {
    return (Number(execFileSync('ps', ['-o', 'rss=', '-p', String(this.child.pid)])) * 1024) / 1e6;
  }

  async stop(): Promise<void> {
    this.child.kill('SIGKILL');
    await once(this.child, 'exit');
  }
}

async function open(browser: Browser, user: string) {
  const { page } = await openPage(browser, DESKTOP);
  await page.context().setExtraHTTPHeaders(as(user));
  return page;
}

/**
 * Until a row of a member that answered is painted, for somebody of whom the hub knows nothing yet and whose browser is
 * empty.
 */
async function firstPageMs(browser: Browser, hub: HubProcess, user: string): Promise<number> {
  const page = await open(browser, user);
  try {
    const painted = await painting(page, 'tbody [data-tone="good"]');
    await page.goto(`${hub.url}/clusters`, { waitUntil: 'commit' });
    return await painted.seen();
  } finally {
    await page.context().close();
  }
}

async function measure(browser: Browser, hub: HubProcess, standIns: StandIns): Promise<Figure[]> {
  const firstMs: number[] = [];
  for (let visit = 0; visit < VISITS; visit++)
    firstMs.push(await firstPageMs(browser, hub, `visitor-${visit}`));
  const page = await open(browser, 'ada');
  const listMs: number[] = [];
  await page.goto(`${hub.url}/clusters`);
  await page.locator('tbody a[href^="/clusters/member-"]').first().waitFor();
  for (const list of LISTS) {
    const painted = await painting(page, `main a[href^="/clusters/member-"]`);
    await page.goto(`${hub.url}/clusters/${list}`, { waitUntil: 'commit' });
    listMs.push(await painted.seen());
  }
  await page.goto(`${hub.url}/clusters/inbox`);
  await wallClock.sleep(MINUTE_MS);
  const bytes = await countBytes(page);
  await wallClock.sleep(MINUTE_MS);
  const idleKilobytes = bytes.of() / 1000;
  return [
    { name: 'hub-first-page', value: median(firstMs), unit: 'ms', reach: '≤ 1,000' },
    { name: 'hub-first-page-most', value: Math.max(...firstMs), unit: 'ms' },
    { name: 'hub-list', value: median(listMs), unit: 'ms' },
    { name: 'hub-list-most', value: Math.max(...listMs), unit: 'ms' },
    { name: 'hub-idle-minute', value: idleKilobytes, unit: 'kB', reach: '≤ 100' },
    { name: 'hub-memory', value: hub.residentMegabytes(), unit: 'MB', reach: '≤ 300' },
    { name: 'hub-asked-a-minute', value: standIns.mostAMinute(), unit: 'for each', reach: '≤ 2' },
  ];
}

/**
 * A hub of 200 members that answer what a real one told, ten of them broken in ten ways, with 10,000 VPAs in all: how
 * long the first page and the lists of all take, what an open inbox loads in a minute, what the hub holds after six
 * people looked, and how often a member is asked for one person.
 */
export const hubBench: Bench = {
  name: 'hub',
  isLong: true,
  async run() {
    const chromium = findChromium();
    if (!chromium) return [];
    const folder = mkdtempSync(path.join(os.tmpdir(), 'plumbline-bench-'));
    const digest = multiplied(await recordedDigest(), VPAS_OF_EACH);
    const standIns = await StandIns.start(MEMBERS, digest, await freePort());
    const secretFile = path.join(folder, 'secret');
    writeFileSync(secretFile, SECRET);
    const clusters = path.join(folder, 'clusters.yaml');
    writeFileSync(clusters, standIns.clusters(secretFile));
    const hub = await HubProcess.start(folder, clusters);
    const browser = await launchBrowser(chromium);
    try {
      return await measure(browser, hub, standIns);
    } finally {
      await browser.close();
      await hub.stop();
      await standIns.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
