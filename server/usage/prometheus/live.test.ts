import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { defaultConfig } from '@/server/config';
import { ProblemBoard } from '@/server/kube/problems';
import { silentLogger } from '@/server/lib/report/log';
import { ManualClock, wallClock } from '@/server/lib/time/clock';
import type { UsageSample } from '../source';
import { PrometheusLive } from './live';

const NOW_MS = Date.UTC(2026, 2, 2);

describe('the present from Prometheus', () => {
  let server: Server;
  let answer: (query: string) => { status: number; body: unknown };
  let problems: ProblemBoard;
  let samples: UsageSample[];
  beforeEach(async () => {
    problems = new ProblemBoard(wallClock, silentLogger);
    samples = [];
    server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const params = new URLSearchParams(Buffer.concat(chunks).toString());
      const { status, body } = answer(params.get('query') ?? '');
      response.writeHead(status, { connection: 'close' }).end(JSON.stringify(body));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterEach(() => new Promise((resolve) => server.close(resolve)));

  const vector = (pods: Record<string, string>) => ({
    status: 200,
    body: {
      status: 'success',
      data: {
        resultType: 'vector',
        result: Object.entries(pods).map(([pod, value]) => ({
          metric: { namespace: 'shop', pod, container: 'app' },
          value: [NOW_MS / 1000, value],
        })),
      },
    },
  });

  function fetch(
    prometheusAddress = `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    namespaces?: string[],
  ) {
    const live = new PrometheusLive({
      settings: defaultConfig({ prometheusAddress }),
      problems: problems.by('test'),
      wallClock,
      clock: new ManualClock(NOW_MS),
    });
    const taker = { sample: (sample: UsageSample) => samples.push(sample), unreadable: () => undefined };
    return live.fetch({ namespaces, sinceMs: 0 }, taker);
  }

  it('brings CPU and memory of a container together, and memory alone where there is no CPU yet', async () => {
    const queries: string[] = [];
    answer = (query) => {
      queries.push(query);
      return query.includes('rate(') ? vector({ web: '0.25' }) : vector({ web: '2e6', young: '1000' });
    };
    expect(await fetch(undefined, ['shop'])).toBe('samples');
    const at = { namespace: 'shop', container: 'app', atMs: NOW_MS };
    expect(samples).toEqual([
      { ...at, pod: 'web', cpuMillicores: 250, memoryBytes: 2e6 },
      { ...at, pod: 'young', memoryBytes: 1000 },
    ]);
    for (const query of queries.filter((one) => one.includes('by (')))
      expect(query).toContain('namespace="shop"');
    expect(problems.list()).toEqual([]);
  });

  it.each([
    [401, 'forbidden'],
    [503, 'unavailable'],
    [422, 'unavailable'],
  ])('is a problem when it answers %i, until it serves', async (status, expected) => {
    answer = () => ({ status, body: {} });
    expect(await fetch()).toBe(expected);
    expect(problems.list().map(({ code }) => code)).toEqual(['prometheus-unavailable']);
    answer = () => vector({ web: '1' });
    expect(await fetch()).toBe('samples');
    expect(problems.list()).toEqual([]);
  });

  it('is a problem when it knows no container', async () => {
    answer = () => vector({});
    expect(await fetch()).toBe('samples');
    expect(problems.list().map(({ code }) => code)).toEqual(['prometheus-incomplete']);
  });

  it.each<[string, object, string]>([
    ['isPartial', { isPartial: true }, 'the answer is partial'],
    ['warnings', { warnings: ['store b is away'] }, 'store b is away'],
  ])('is taken and told as partial where an answer has %s, until one is whole', async (_, own, told) => {
    const whole = vector({ web: '1' });
    answer = (query) => (query.includes('rate(') ? { ...whole, body: { ...whole.body, ...own } } : whole);
    expect(await fetch()).toBe('samples');
    expect(samples).toHaveLength(1);
    expect(problems.list()).toMatchObject([{ code: 'prometheus-partial' }]);
    expect(problems.list()[0]?.message).toContain(told);
    answer = () => whole;
    await fetch();
    expect(problems.list()).toEqual([]);
  });

  it.each<[string, (query: string) => boolean, string]>([
    ['CPU', (query) => query.includes('rate('), 'it has no CPU usage of any container'],
    ['memory', (query) => !query.includes('rate('), 'it has no memory usage of any container'],
  ])('is a problem of its own words without any %s, until there is some', async (_, isMissing, told) => {
    answer = (query) => vector(isMissing(query) ? {} : { web: '1' });
    await fetch();
    expect(problems.list()).toMatchObject([{ code: 'prometheus-incomplete' }]);
    expect(problems.list()[0]?.message).toContain(told);
    answer = () => vector({ web: '1' });
    await fetch();
    expect(problems.list()).toEqual([]);
  });

  it('is a problem without an address', async () => {
    expect(await fetch('')).toBe('unavailable');
    expect(problems.list()[0]?.message).toContain('PLUMBLINE_PROMETHEUS_ADDRESS is not set');
  });
});
