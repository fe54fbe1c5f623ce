import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { Config } from '@/server/config';
import type { OtherSignal } from '@/server/model/other-signals';
import { USUAL_BUCKETS } from '@/server/model/other-signals';
import { ApiCluster, START_MS } from '../support/api-cluster';
import { FaultyPrometheus } from '../support/faulty-prometheus';
import { describeWithProgram } from '../support/installed-program';
import { containerSeries, openMetricsOf, podLabelSeries } from '../support/other-usage';
import { PATIENCE } from '../support/patience';
import { fillFromText, RealPrometheus } from '../support/prometheus';
import { Recommending } from '../support/recommending';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const UNTIL_MS = START_MS + 6 * HOUR_MS;
const web = (pod: string) => ({ namespace: 'shop', pod, container: 'app' });

/** What one container has, as in `containerSeries`, and where it is counted. */
const EXPECTED: Record<string, number> = {
  'disk-bytes': 1e6,
  'disk-operations': 60,
  'ephemeral-storage': 1e8,
  'cpu-throttled': 0.25,
  'cpu-pressure': 0.4,
  'memory-pressure': 0.15,
  'io-pressure': 0.05,
  'page-faults': 7,
  'memory-rss': 1e8,
  'file-descriptors': 33,
  threads: 17,
};
const EXPECTED_OF_POD: Record<string, number> = {
  'network-received': 4e5,
  'network-sent': 8e5,
  'network-packets': 800,
  'network-drops': 3,
};

describeWithProgram('prometheus', 'prometheus', 'other signals in a real Prometheus', (program) => {
  let server: RealPrometheus;
  let between: FaultyPrometheus;
  let cluster: ApiCluster;
  let recommending: Recommending | undefined;

  beforeAll(async () => {
    const stranger = { namespace: 'shop', pod: 'stranger', container: 'app' };
    const series = [
      ...['web-1', 'web-2'].flatMap((pod) => [
        ...containerSeries(web(pod)),
        podLabelSeries('shop', pod, 'web'),
      ]),
      ...containerSeries(stranger, 1000),
      // A job that scrapes the same containers again.
      ...containerSeries(web('web-1')).map((one) => ({ ...one, labels: { ...one.labels, job: 'again' } })),
    ];
    const former = [...containerSeries(web('web-old')), podLabelSeries('shop', 'web-old', 'web')];
    const all = [
      openMetricsOf(series, START_MS - 2 * DAY_MS, UNTIL_MS),
      openMetricsOf(former, START_MS - 4 * DAY_MS, START_MS - 2 * DAY_MS),
    ];
    server = await RealPrometheus.start(program, async (data) => {
      for (const text of all) await fillFromText(data, `${text}# EOF\n`);
    });
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    between = await FaultyPrometheus.before(() => server.url);
    cluster = await ApiCluster.start();
    await cluster.workload('web', ['web-1', 'web-2']);
    await cluster.workload('stranger', ['stranger']);
    await cluster.autoscaler('web');
  });
  afterEach(async () => {
    await recommending?.stop();
    recommending = undefined;
    await between.close();
    await cluster.close();
  });

  async function start(config: Partial<Config> = {}): Promise<Recommending> {
    recommending = await Recommending.start(cluster, {
      prometheusAddress: between.url,
      historyLengthMs: 4 * DAY_MS,
      signalsLeftOut: [],
      signalsIntervalMs: 10 * 60_000,
      prometheusLiveWindowMs: HOUR_MS,
      ...config,
    });
    return recommending;
  }

  function signals() {
    const found = recommending?.running.workload('shop', 'web').signals;
    if (found?.kind !== 'followed') throw new Error(`signals are ${found?.kind}`);
    return found;
  }
  const ofContainer = () => signals().containers[0]?.signals ?? [];
  const learnedOf = (name: string) =>
    [...ofContainer(), ...signals().pod].find((signal) => signal.name === name)?.learned;
  const problems = () => recommending?.running.problems.list() ?? [];

  it('are learned for containers and for pods, live and from the past, former pods included', async () => {
    await start();
    await recommending?.until(() => {
      for (const name of Object.keys({ ...EXPECTED, ...EXPECTED_OF_POD }))
        expect(learnedOf(name)?.confidence, name).toBeGreaterThan(3.5);
    });
    const expectNear = (name: string, value: number) => {
      const learned = learnedOf(name);
      for (const amount of [learned?.usual, learned?.high, learned?.highest]) {
        expect(amount, name).toBeGreaterThanOrEqual(value * 0.99);
        expect(amount, name).toBeLessThanOrEqual(value * 1.1 + USUAL_BUCKETS.count.firstBucketSize);
      }
    };
    expect(ofContainer().map(({ name }) => name)).toEqual(Object.keys(EXPECTED));
    expect(signals().pod.map(({ name }) => name)).toEqual(Object.keys(EXPECTED_OF_POD));
    for (const [name, value] of Object.entries({ ...EXPECTED, ...EXPECTED_OF_POD })) {
      if (name === 'cpu-throttled' || name.endsWith('-pressure'))
        expect(learnedOf(name)?.usual).toBeCloseTo(value, 1);
      else expectNear(name, value);
    }
    const throttling = recommending?.running.handles.recommender?.throttlingOf(cluster.vpa('web'));
    for (const pod of ['web-1', 'web-2'])
      expect(throttling?.shares.get(pod)?.get('app'), pod).toBeCloseTo(EXPECTED['cpu-throttled'] ?? 0, 2);
    const pressure = recommending?.running.handles.recommender?.pressureOf(cluster.vpa('web'));
    expect(pressure?.cpu?.shares.get('web-1')?.get('app')).toBeCloseTo(0.4, 2);
    expect(pressure?.memory?.shares.get('web-1')?.get('app')).toBeCloseTo(0.15, 2);
    expect(problems()).toEqual([]);
  });

  it('ask one query for each signal and interval, however many pods there are', async () => {
    await start();
    await recommending?.until(() => expect(learnedOf('threads')).toBeDefined());
    between.asked.length = 0;
    const instant = () => between.asked.filter(({ path }) => path === '/api/v1/query');
    await recommending?.passes(10);
    await vi.waitFor(() => expect(instant()).toHaveLength(20), PATIENCE);
    await recommending?.passes(5);
    expect(instant()).toHaveLength(20);
    for (const { params } of instant()) expect(params.get('query')).toContain('namespace="shop"');
  });

  it('survive a restart, from history, and without counting anything twice', async () => {
    await start();
    await recommending?.until(() => expect(learnedOf('threads')?.confidence).toBeGreaterThan(3.5));
    await recommending?.passes(30);
    const before = learnedOf('threads');
    await recommending?.stop();
    await start();
    await recommending?.until(() => expect(learnedOf('threads')?.confidence).toBeGreaterThan(3.5));
    const after = learnedOf('threads');
    expect(after?.usual).toBe(before?.usual);
    expect(after?.samples).toBeLessThan((before?.samples ?? 0) * 1.1);
  });

  it('count what broke off, was too much or was refused for a while once', async () => {
    const wholePast = async () => {
      await start();
      await recommending?.until(() => expect(learnedOf('threads')?.confidence).toBeGreaterThan(3.5));
      const { samples = 0, usual } = learnedOf('threads') ?? {};
      const { samples: sent = 0 } = learnedOf('network-sent') ?? {};
      await recommending?.stop();
      return { samples, usual, sent };
    };
    const clean = await wholePast();
    let asked = 0;
    const faults = ['half', { status: 422 }, undefined, { status: 503 }, 'drops', undefined] as const;
    between.fault = ({ path }) =>
      path === '/api/v1/query_range' && asked < 30 ? faults[asked++ % faults.length] : undefined;
    const faulty = await wholePast();
    expect(asked).toBeGreaterThan(6);
    // Live samples come while it is loaded.
    expect(Math.abs(faulty.samples - clean.samples)).toBeLessThan(30);
    expect(Math.abs(faulty.sent - clean.sent)).toBeLessThan(30);
    expect(faulty.usual).toBe(clean.usual);
  });

  it('come with a pod that replaces another, and nothing is learned of pods without a VPA', async () => {
    await start();
    await recommending?.until(() => expect(learnedOf('threads')).toBeDefined());
    await cluster.registry.delete('pods', 'shop', 'web-2');
    const before = learnedOf('threads')?.samples ?? 0;
    await recommending?.passes(20);
    // The round that is due by then is asked for over HTTP, and may end after these passes.
    await recommending?.until(() => expect(learnedOf('threads')?.samples).toBeGreaterThan(before));
    expect(learnedOf('disk-bytes')?.highest).toBeLessThan(2e6);
  });

  it('are unknown, not zero, where Prometheus has no such series', async () => {
    const query = 'max by ($by) (no_such_metric{$matchers})';
    const none: OtherSignal = {
      name: 'threads',
      label: 'Threads',
      unit: 'count',
      of: 'container',
      query,
      buckets: USUAL_BUCKETS.count,
      halfLifeMs: DAY_MS,
    };
    await start({ signals: [none] });
    const threads = () => ofContainer().find(({ name }) => name === 'threads');
    await recommending?.until(() => {
      expect(learnedOf('file-descriptors')).toBeDefined();
      expect(threads()).toMatchObject({ trouble: { kind: 'no-series' } });
    });
    expect(threads()).not.toHaveProperty('learned');
    expect(problems()).toEqual([]);
  });

  it('name the signal whose query Prometheus does not understand; the others are learned', async () => {
    const wrong: OtherSignal = {
      name: 'wrong',
      label: 'Wrong',
      unit: 'count',
      of: 'container',
      query: 'no such function by ($by) (x{$matchers})',
      buckets: USUAL_BUCKETS.count,
      halfLifeMs: DAY_MS,
    };
    await start({ signals: [wrong] });
    await recommending?.until(() =>
      expect(recommending?.problem('signals-unavailable')?.message).toContain('wrong'),
    );
    await recommending?.until(() => expect(learnedOf('threads')?.confidence).toBeGreaterThan(3.5));
    expect(ofContainer().find(({ name }) => name === 'wrong')?.trouble?.kind).toBe('failed');
  });

  it('say that Prometheus is away, recommend CPU and memory meanwhile, and recover', async () => {
    cluster.usage.set('shop/web-1', { app: { cpu: '250m', memory: '200Mi' } });
    let isAway = true;
    between.fault = () => (isAway ? { status: 503 } : undefined);
    await start();
    await recommending?.until(() =>
      expect(recommending?.problem('signals-unavailable')?.message).toContain(between.url),
    );
    await recommending?.until(() =>
      expect(cluster.vpa('web').status?.recommendation?.containerRecommendations).toHaveLength(1),
    );
    expect(ofContainer()[0]?.trouble).toMatchObject({ kind: 'failed' });
    expect(ofContainer()[0]).not.toHaveProperty('learned');
    isAway = false;
    await recommending?.until(() => {
      expect(learnedOf('threads')).toBeDefined();
      expect(recommending?.problem('signals-unavailable')).toBeUndefined();
    });
  });

  it('are not asked for without Prometheus, and the answer says so', async () => {
    await start({ prometheusAddress: '' });
    await recommending?.passes(2);
    expect(recommending?.running.workload('shop', 'web').signals).toEqual({ kind: 'no-source' });
    expect(between.asked).toEqual([]);
  });

  it('are not asked for if all are left out', async () => {
    await start({ signalsLeftOut: ['all'] });
    await recommending?.passes(2);
    expect(recommending?.running.workload('shop', 'web').signals).toEqual({ kind: 'left-out' });
    const ofSignals = between.asked.filter(({ params }) => params.get('query')?.includes('by ('));
    expect(ofSignals.filter(({ path }) => path === '/api/v1/query')).toEqual([]);
  });
});
