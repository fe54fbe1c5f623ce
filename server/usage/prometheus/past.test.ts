import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { defaultConfig } from '@/server/config';
import { ProblemBoard } from '@/server/kube/problems';
import { silentLogger } from '@/server/lib/report/log';
import { ManualClock } from '@/server/lib/time/clock';
import { PrometheusPast } from './past';

const NOW_MS = Date.UTC(2026, 2, 2);
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const LIMIT = 'the query hit the limit -search.maxSeries=1000';

describe('the past from a store', () => {
  let server: Server;
  let asked: string[];
  let answer: (path: string) => { status: number; body: unknown };
  let problems: ProblemBoard;
  let wallClock: ManualClock;
  let past: PrometheusPast;
  let lacking: string[];

  beforeEach(async () => {
    asked = [];
    lacking = [];
    server = createServer((request, response) => {
      request.resume();
      const path = request.url?.split('?')[0] ?? '';
      asked.push(path);
      const { status, body } = answer(path);
      response.writeHead(status, { connection: 'close' }).end(JSON.stringify(body));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    wallClock = new ManualClock(NOW_MS);
    problems = new ProblemBoard(wallClock, silentLogger);
    past = new PrometheusPast({
      settings: defaultConfig({
        prometheusAddress: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
        historyResolutionMs: HOUR_MS,
      }),
      known: {
        labelsOf: () => ({ app: 'web' }),
        templateOf: () => undefined,
        labelNames: () => new Set(['app']),
      } as unknown as ConstructorParameters<typeof PrometheusPast>[0]['known'],
      problems: problems.by('test'),
      wallClock,
      log: silentLogger,
    });
  });
  afterEach(async () => {
    await past.close();
    await new Promise((resolve) => server.close(resolve));
  });

  const series = (...pods: string[]) => ({
    status: 200,
    body: {
      status: 'success',
      data: pods.map((pod) => ({ namespace: 'shop', pod, container: 'app' })),
    },
  });
  const matrix = (own: object, ...result: object[]) => ({
    status: 200,
    body: { status: 'success', ...own, data: { resultType: 'matrix', result } },
  });
  const used = {
    metric: { namespace: 'shop', pod: 'web', container: 'app' },
    values: [[(NOW_MS - HOUR_MS) / 1000, '0.5']],
  };
  const codes = () => problems.list().map(({ code }) => code);

  async function read(namespaces?: string[]): Promise<number> {
    let count = 0;
    const span = { fromMs: NOW_MS - 8 * DAY_MS, toMs: NOW_MS };
    const lacks = (of: readonly string[]) => lacking.push(...(of.length > 0 ? of : ['all']));
    for await (const _ of past.samples(span, { lacks, ...(namespaces && { namespaces }) })) count++;
    return count;
  }

  it('is told as young where the store knows containers and no step of them, until a step is over', async () => {
    answer = (path) => (path.endsWith('/series') ? series('web') : matrix({}));
    expect(await read()).toBe(0);
    expect(codes()).toEqual(['prometheus-young']);
    await wallClock.advance(HOUR_MS);
    expect(codes()).toEqual([]);
  });

  it('is told as missing while the store knows no container, and no longer once it does', async () => {
    answer = (path) => (path.endsWith('/series') ? series() : matrix({}));
    await read();
    expect(codes()).toEqual(['prometheus-incomplete']);
    await wallClock.advance(60_000);
    expect(codes()).toEqual(['prometheus-incomplete']);
    answer = (path) => (path.endsWith('/series') ? series('web') : matrix({}));
    const codesLater = async () => {
      await wallClock.advance(60_000);
      return codes();
    };
    await expect.poll(codesLater).toEqual(['prometheus-young']);
    await wallClock.advance(HOUR_MS);
    expect(codes()).toEqual([]);
  });

  it.each([
    ['isPartial', { isPartial: true }, 'the answer is partial'],
    ['warnings', { warnings: ['a store gateway is away'] }, 'a store gateway is away'],
  ])('is known in part where an answer has %s', async (_, own, told) => {
    answer = (path) => (path.endsWith('/series') ? series('web') : matrix(own, used));
    expect(await read()).toBeGreaterThan(0);
    expect(problems.list()).toMatchObject([{ code: 'prometheus-partial' }]);
    expect(problems.list()[0]?.message).toContain(told);
    expect(lacking).toEqual(['all']);
    await wallClock.advance(8 * DAY_MS);
    expect(codes()).toEqual([]);
  });

  it('is whole where a warning is about the query', async () => {
    const warnings = ['PromQL warning: encountered a mix of histograms and floats'];
    answer = (path) => (path.endsWith('/series') ? series('web') : matrix({ warnings }, used));
    expect(await read()).toBeGreaterThan(0);
    expect(codes()).toEqual([]);
    expect(lacking).toEqual([]);
  });

  it('is asked for in halves as long as that is worth it, and then names the limit', async () => {
    const namespaces = Array.from({ length: 120 }, (_, index) => `shop-${index}`);
    answer = () => ({ status: 422, body: { status: 'error', errorType: '422', error: LIMIT } });
    expect(await read(namespaces)).toBe(0);
    expect(asked.length).toBeLessThan(150);
    expect(problems.list()).toMatchObject([{ code: 'prometheus-incomplete' }]);
    expect(problems.list()[0]?.message).toContain(LIMIT);
    expect(new Set(lacking)).toEqual(new Set(namespaces));
  });
});
