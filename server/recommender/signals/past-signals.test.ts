import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { defaultConfig } from '@/server/config';
import { estimatorOf } from '@/server/decide/estimators';
import { MEMORY_FOLLOWS_ANNOTATION } from '@/server/decide/features/memory-follows/follows-heap';
import { ProblemBoard } from '@/server/kube/problems';
import { silentLogger } from '@/server/lib/report/log';
import { ManualClock } from '@/server/lib/time/clock';
import { ClusterState } from '@/server/model/cluster-state';
import { OTHER_SIGNALS } from '@/server/model/other-signals';
import { selectorFrom } from '@/server/objects/selector';
import { PrometheusSignals } from '@/server/usage/prometheus/signals';
import { recommenderMetrics } from '../metrics';
import type { ServedVpa } from '../vpas/served-vpa';
import { PastSignals } from './past-signals';
import { knownRss } from './rss';
import { SignalStore } from './signal-store';
import { signalsView } from './signals-view';

const NOW_MS = Date.UTC(2026, 2, 2);
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const RSS_BYTES = 100e6;
const SIGNALS = OTHER_SIGNALS.filter(({ name }) => name === 'memory-rss' || name === 'threads');
const METRICS = { 'memory-rss': 'container_memory_rss', threads: 'container_threads' } as const;

/** An answer about a signal: its status, and what stands beside the data. */
type Answer = { status: number; own: object };
const WHOLE: Answer = { status: 200, own: {} };

describe('the past of other signals', () => {
  let server: Server;
  let answers: Partial<Record<keyof typeof METRICS, Answer>>;
  let source: PrometheusSignals;

  beforeEach(async () => {
    answers = {};
    server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const path = request.url?.split('?')[0] ?? '';
      const query = new URLSearchParams(Buffer.concat(chunks).toString()).get('query') ?? '';
      const { status, body } = answerTo(path, query);
      response.writeHead(status, { connection: 'close' }).end(JSON.stringify(body));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const settings = defaultConfig({
      prometheusAddress: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    });
    const wallClock = new ManualClock(NOW_MS);
    source = new PrometheusSignals({
      settings,
      known: {
        labelsOf: () => ({ app: 'web' }),
        templateOf: () => undefined,
        labelNames: () => new Set(['app']),
      } as unknown as ConstructorParameters<typeof PrometheusSignals>[0]['known'],
      problems: new ProblemBoard(wallClock, silentLogger).by('test'),
      wallClock,
      log: silentLogger,
    });
  });
  afterEach(async () => {
    await source.close();
    await new Promise((resolve) => server.close(resolve));
  });

  const APP = { namespace: 'shop', pod: 'web-1', container: 'app' };

  function answerTo(path: string, query: string): { status: number; body: object } {
    if (path.endsWith('/series')) return { status: 200, body: { status: 'success', data: [APP] } };
    const named = (Object.keys(METRICS) as (keyof typeof METRICS)[]).find((one) =>
      query.includes(METRICS[one]),
    );
    if (!named || !path.endsWith('/query_range'))
      return { status: 200, body: { status: 'success', data: { resultType: 'vector', result: [] } } };
    const { status, own } = answers[named] ?? WHOLE;
    const values = [[(NOW_MS - HOUR_MS) / 1000, String(named === 'threads' ? 7 : RSS_BYTES)]];
    const data = { resultType: 'matrix', result: [{ metric: APP, values }] };
    return {
      status,
      body: status === 200 ? { status: 'success', ...own, data } : { status: 'error', ...own },
    };
  }

  async function loaded(follows: string) {
    const config = defaultConfig();
    const state = new ClusterState(config, estimatorOf('percentile', config).learning);
    state.setVpa({ namespace: 'shop', name: 'web', selector: selectorFrom({ matchLabels: { app: 'web' } }) });
    const signalStore = new SignalStore(SIGNALS);
    signalStore.follow([{ namespace: 'shop', name: 'web' }], NOW_MS);
    const served = {
      namespace: 'shop',
      name: 'web',
      target: { kind: 'found' },
      past: 'complete',
    } as ServedVpa;
    const past = new PastSignals({
      source,
      signalStore,
      state,
      vpas: () => [served],
      historyLengthMs: 8 * DAY_MS,
      stepMs: HOUR_MS,
      intervalMs: config.signalsIntervalMs,
      metrics: recommenderMetrics(new Registry()),
    });
    await past.run(new AbortController().signal);
    const learned = signalStore.get('shop', 'web');
    const viewAt = (nowMs: number) => {
      const view = signalsView(learned, ['app'], {
        vpa: { metadata: { name: 'web', annotations: { [MEMORY_FOLLOWS_ANNOTATION]: follows } } },
        signals: SIGNALS,
        stateOf: () => ({ kind: 'values', atMs: nowMs }),
        isLoadingPast: false,
        intervalMs: config.signalsIntervalMs,
        clusterContainers: 1,
        strain: new Map() as never,
        nowMs,
        config,
      });
      return view.kind === 'followed' ? view.containers[0] : undefined;
    };
    return {
      viewAt,
      rssAt: (nowMs: number) => knownRss(learned, 'app', { signals: SIGNALS, nowMs, config }),
    };
  }

  const partsIn = (view: Awaited<ReturnType<Awaited<ReturnType<typeof loaded>>['viewAt']>>) =>
    view?.signals.flatMap(({ name, isPastPartial }) => (isPastPartial ? [name] : []));

  it('is followed where all of it came', async () => {
    const { viewAt, rssAt } = await loaded('rss');
    expect(rssAt(NOW_MS)).toMatchObject({ target: expect.closeTo(RSS_BYTES * 1.15, -7) });
    expect(viewAt(NOW_MS)).not.toHaveProperty('unfollowed');
    expect(partsIn(viewAt(NOW_MS))).toEqual([]);
  });

  it.each<[string, Answer]>([
    ['came in part', { status: 200, own: { warnings: ['a store gateway is away'] } }],
    ['is of some nodes', { status: 200, own: { isPartial: true } }],
    ['is refused', { status: 400, own: { errorType: 'bad_data', error: 'no' } }],
    ['is more than it takes', { status: 422, own: { errorType: 'execution', error: 'too many samples' } }],
  ])('is told as partial, and memory follows usage, while what %s would count', async (_, answer) => {
    answers = { 'memory-rss': answer };
    const { viewAt, rssAt } = await loaded('rss');
    expect(rssAt(NOW_MS)).toBe('partial');
    expect(viewAt(NOW_MS)?.unfollowed).toBe('partial');
    expect(partsIn(viewAt(NOW_MS))).toEqual(['memory-rss']);
    expect(partsIn(viewAt(NOW_MS + 8 * DAY_MS))).toEqual([]);
    expect(rssAt(NOW_MS + 8 * DAY_MS)).not.toBe('partial');
  });

  it('costs no other signal anything', async () => {
    answers = { threads: { status: 200, own: { isPartial: true } } };
    const { viewAt, rssAt } = await loaded('rss');
    expect(rssAt(NOW_MS)).toMatchObject({ target: expect.any(Number) });
    expect(partsIn(viewAt(NOW_MS))).toEqual(['threads']);
    expect(viewAt(NOW_MS)).not.toHaveProperty('unfollowed');
  });
});
