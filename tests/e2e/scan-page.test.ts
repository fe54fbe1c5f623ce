import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sumOf, sumsByNamespace } from '@/server/scan/core/sums';
import { htmlText } from '@/server/scan/forms/html';
import type { ScannedWorkload, ScanReport } from '@/server/scan/report';
import { DESKTOP, findChromium, launchBrowser, openPage } from '../support/browser';
import { replayedWith, scannedContainer, scannedWorkload } from '../support/scanned-workload';

const HOUR_MS = 3_600_000;
const POINTS = 112;
const NAMES = ['</script><script>document.title="taken"</script>', 'web', 'api'];

function reportOf(workloads: ScannedWorkload[]): ScanReport {
  return {
    version: 1,
    program: 'plumbline test',
    atMs: 14 * 24 * HOUR_MS,
    cluster: 'east',
    source: { kind: 'prometheus', address: 'Prometheus monitoring/prometheus' },
    fromMs: 0,
    toMs: 14 * 24 * HOUR_MS,
    stepMs: HOUR_MS,
    recommender: 'default',
    workloads,
    namespaces: sumsByNamespace(workloads),
    sum: sumOf(workloads),
    leftOut: [],
    notes: ['<b>a note</b>'],
    isPartial: false,
  };
}

function drawnWorkload(name: string, index: number): ScannedWorkload {
  const mean = Array.from({ length: POINTS }, (_, at) => (at % 40 === 0 ? null : 80 + 20 * Math.sin(at / 5)));
  const bytes = mean.map((value) => value && value * 2 ** 20);
  const lines = { cpu: { mean, max: mean }, memory: { mean: bytes, max: bytes } };
  return scannedWorkload({
    name,
    namespace: index % 2 === 0 ? 'shop' : 'bank',
    replicas: index + 1,
    containers: [scannedContainer({ kills: index === 1 ? 7 : 0 })],
    replayed: replayedWith({ cpuShort: 0.001 * index }),
    chart: { fromMs: 0, stepMs: 3 * HOUR_MS, containers: [{ name: 'app', ...lines }] },
  });
}

const program = findChromium();

describe.skipIf(!program)('the page of a scan, in a browser', () => {
  let browser: Browser;
  let folder: string;
  beforeAll(async () => {
    browser = await launchBrowser(program ?? '');
    folder = mkdtempSync(path.join(os.tmpdir(), 'plumbline-scan-page-'));
    writeFileSync(path.join(folder, 'scan.html'), htmlText(reportOf(NAMES.map(drawnWorkload))));
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const open = async (look = DESKTOP) => {
    const opened = await openPage(browser, look);
    const asked: string[] = [];
    opened.page.on('request', (request) => asked.push(request.url()));
    await opened.page.goto(pathToFileURL(path.join(folder, 'scan.html')).href);
    return { ...opened, asked };
  };

  it('draws a workload once it is opened, by the keyboard too, and asks for nothing', async () => {
    const { page, errors, asked } = await open();
    await page.getByRole('button', { name: 'web' }).press('Enter');
    const picture = page.getByRole('img', { name: /^CPU of app: used 80m, 100m, 150m/ });
    await picture.waitFor();
    await expect.poll(() => picture.locator('path').count()).toBe(2);
    await expect.poll(() => page.getByText('7 OOM kills').count()).toBe(1);
    expect(errors).toEqual([]);
    expect(asked.filter((url) => !url.startsWith('file:'))).toEqual([]);
    await page.context().close();
  });

  it('sorts and filters its list', async () => {
    const { page } = await open();
    const names = () => page.locator('.list tbody tr[data-i]:visible .name b').allTextContents();
    await page.getByRole('button', { name: 'Kills' }).click();
    expect((await names())[0]).toBe('web');
    await page.getByRole('button', { name: 'Frees' }).click();
    expect(await names()).toEqual(['api', 'web', NAMES[0]]);
    await page.getByLabel('Name or namespace').fill('bank');
    expect(await names()).toEqual(['web']);
    await page.context().close();
  });

  it('runs nothing that a name says', async () => {
    const { page } = await open();
    await page.locator('.name').first().click();
    expect(await page.title()).toMatch(/^Scan of east/);
    expect(await page.locator('b', { hasText: 'a note' }).count()).toBe(0);
    await page.context().close();
  });

  it.each([390, 1440])('fits a screen %d wide', async (width) => {
    const { page } = await open({ width, height: 900, colorScheme: 'dark' });
    await page.getByRole('button', { name: 'web' }).click();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    const cells = page.locator('.list td').filter({ visible: true });
    expect(
      await cells.evaluateAll((all) =>
        all.filter((cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.textContent),
      ),
    ).toEqual([]);
    await page.context().close();
  });
});

it('of a thousand containers is small enough to mail', () => {
  const workloads = Array.from({ length: 1000 }, (_, index) => drawnWorkload(`service-${index}`, index % 5));
  expect(Buffer.byteLength(htmlText(reportOf(workloads)))).toBeLessThan(5e6);
});
