import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Config } from '@/server/config';
import type { VerticalPodAutoscalerCheckpoint } from '@/server/objects/vpa-types';
import { ApiCluster, CHECKPOINTS, START_MS } from '../support/api-cluster';
import { FaultyPrometheus } from '../support/faulty-prometheus';
import { describeWithProgram } from '../support/installed-program';
import { PastUsage } from '../support/past-usage';
import { fillFromText, RealPrometheus } from '../support/prometheus';
import { Recommending } from '../support/recommending';
import { until } from '../support/until';

const HOUR_MS = 3_600_000;
const DAYS_8 = 192;
/** Hours after the start of the cluster's time, for processes that come later. */
const LATER = 6;
const usage = new PastUsage({
  endMs: START_MS + LATER * HOUR_MS,
  hours: DAYS_8 + LATER,
  workloads: 2,
  namespaces: ['shop'],
  labelName: 'app',
});
const BUSY = { status: 503 };
const FROM_THE_BEGINNING = usage.containers.filter(
  ({ labels, container, fromHour }) => labels.app === 'app-0' && container === 'main' && fromHour === 0,
).length;
/** CPU samples that the pods of one workload and container name have by a number of hours after the start. */
function cpuSamplesBy(hours: number): number {
  const end = DAYS_8 + hours - 1;
  const ofOne = usage.containers.filter(
    ({ labels, container }) => labels.app === 'app-0' && container === 'main',
  );
  // An hour in which a container began or ended is known in part, and counts for nothing.
  return ofOne.reduce((sum, { fromHour, toHour }) => sum + Math.min(toHour - 1, end) - fromHour - 1, 0);
}

describeWithProgram('prometheus', 'prometheus', 'a process with the past in Prometheus', (program) => {
  let server: RealPrometheus;
  let between: FaultyPrometheus;
  let cluster: ApiCluster;
  let recommending: Recommending | undefined;

  beforeAll(async () => {
    server = await RealPrometheus.start(program, (data) =>
      fillFromText(data, [...usage.openMetrics()].join('')),
    );
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    between = await FaultyPrometheus.before(() => server.url);
    cluster = await ApiCluster.start();
    for (const app of ['app-0', 'app-1']) {
      const pods = usage.containers.filter(({ labels, toHour }) => labels.app === app && toHour > DAYS_8);
      await cluster.workload(app, [...new Set(pods.map(({ pod }) => pod))], ['main', 'side']);
      await cluster.autoscaler(app);
    }
  });
  afterEach(async () => {
    await recommending?.stop();
    recommending = undefined;
    await between.close();
    await cluster.close();
  });

  async function start(config: Partial<Config> = {}): Promise<Recommending> {
    await recommending?.stop();
    recommending = await Recommending.start(cluster, { prometheusAddress: between.url, ...config });
    return recommending;
  }

  /**
   * A pass or two later three pods have one more. The hour after the beginning of all counts where the past that is asked
   * for begins with it.
   */
  const isAll = (samples: number) =>
    [cpuSamplesBy(0), cpuSamplesBy(1), cpuSamplesBy(1) + FROM_THE_BEGINNING].includes(samples);
  const conditions = (name: string) =>
    (cluster.vpa(name).status?.conditions ?? []).map(({ type, status }) => `${type} ${status}`);
  const samplesOf = (name: string) =>
    recommending?.running.workload('shop', name).containers.map(({ samples }) => samples) ?? [];
  const checkpoints = () => cluster.registry.list<VerticalPodAutoscalerCheckpoint>(CHECKPOINTS);
  const queries = () => between.asked.filter(({ path }) => path === '/api/v1/query_range');
  const targets = () =>
    ['app-0', 'app-1'].map((name) =>
      cluster.vpa(name).status?.recommendation?.containerRecommendations?.map(({ target }) => target),
    );
  /** The past comes by real time, in which passes would let hours of the cluster's time go by. */
  const arrived = (isEnough = () => false) =>
    until('no past on its way', () => isEnough() || !recommending?.running.status().pastLoad);
  const loaded = async () => {
    await recommending?.until(async () => {
      await arrived();
      for (const name of ['app-0', 'app-1']) {
        expect(conditions(name)).toEqual(['RecommendationProvided True']);
        for (const samples of samplesOf(name)) expect(samples).toSatisfy(isAll);
      }
      expect(checkpoints()).toHaveLength(4);
    });
  };

  it('recommends from all of it, and says that it is fetching until then', async () => {
    let isHeld = true;
    between.fault = ({ path }) => (isHeld && path === '/api/v1/query_range' ? BUSY : undefined);
    const { running } = await start();
    await recommending?.firstPass();
    expect(conditions('app-0')).toContain('FetchingHistory True');
    expect(running.status().pastLoad).toMatchObject({ namespacesLeft: 1, samples: 0 });
    expect(checkpoints()).toEqual([]);
    isHeld = false;
    await loaded();
    expect(running.status().pastLoad).toBeUndefined();
    expect(running.problems.list()).toEqual([]);
    for (const target of targets().flat())
      expect(Number.parseInt(String(target?.cpu), 10)).toBeGreaterThan(500);
  });

  it('asks for nothing again after a restart, and for the gap after it was down', async () => {
    await start();
    await loaded();
    const before = targets();
    between.asked.length = 0;
    await start();
    await recommending?.passes(2);
    expect(queries()).toEqual([]);
    expect(targets()).toEqual(before);

    await recommending?.stop();
    await cluster.clock.advance(3 * HOUR_MS);
    await start();
    // That of the first start itself was to come live, in each of the three pods.
    await recommending?.until(async () => {
      await arrived();
      expect(conditions('app-0')).toEqual(['RecommendationProvided True']);
      for (const samples of samplesOf('app-0')) expect(samples).toBe(cpuSamplesBy(4) - 3);
    });
    const from = Math.min(...queries().map(({ params }) => Number(params.get('start'))));
    expect(from * 1000).toBeGreaterThanOrEqual(START_MS);
  });

  it('loads what was not complete, and only that, after it was stopped half-way', async () => {
    let series = 0;
    between.fault = ({ path }) => (path === '/api/v1/query_range' && ++series > 1 ? BUSY : undefined);
    await start();
    await recommending?.until(async () => {
      await arrived(() => series > 1);
      expect(series).toBeGreaterThan(1);
    });
    await recommending?.passes(2);
    await recommending?.stop();
    expect(checkpoints()).toEqual([]);
    between.fault = () => undefined;
    await start();
    await loaded();
  });

  it('neither reads nor writes checkpoints if Prometheus is the storage', async () => {
    await start();
    await loaded();
    const versions = () => checkpoints().map(({ metadata }) => metadata.resourceVersion);
    const before = versions();
    between.asked.length = 0;
    await start({ storage: 'prometheus' });
    await loaded();
    expect(queries()).not.toEqual([]);
    await recommending?.passes(2);
    expect(versions()).toEqual(before);
  });

  it('recommends from live usage while Prometheus is down, and says that it is', async () => {
    for (const app of ['app-0', 'app-1'])
      cluster.usage.set(`shop/${app}-new-a`, { main: { cpu: '250m', memory: '200Mi' } });
    between.fault = () => BUSY;
    await start({ prometheusAddress: 'http://127.0.0.1:9' });
    await recommending?.expectProblem('prometheus-unavailable', 'http://127.0.0.1:9');
    await recommending?.until(() => {
      expect(cluster.vpa('app-0').status?.recommendation?.containerRecommendations).toHaveLength(1);
      expect(conditions('app-0')).toContain('FetchingHistory True');
    });
  });

  it('keeps the existing recommendation while the past is fetched', async () => {
    await start();
    await loaded();
    const before = targets();
    await recommending?.stop();
    cluster.usage.set('shop/app-0-new-a', { main: { cpu: '9', memory: '20Gi' } });
    between.fault = ({ path }) => (path === '/api/v1/query_range' ? BUSY : undefined);
    await start({ storage: 'prometheus' });
    await recommending?.passes(2);
    expect(conditions('app-0')).toContain('FetchingHistory True');
    expect(targets()).toEqual(before);
    const admitted = recommending?.running.handles.recommender?.recommendationFor(cluster.vpa('app-0'));
    expect(admitted?.containerRecommendations?.map(({ target }) => target)).toEqual(before[0]);
  });

  it('reports that the address is missing if Prometheus should be the storage, and uses checkpoints', async () => {
    await start({ storage: 'prometheus', prometheusAddress: '' });
    await recommending?.expectProblem('prometheus-unavailable', 'PLUMBLINE_PROMETHEUS_ADDRESS');
  });

  describe('and the present as well', () => {
    it('needs no metrics API', async () => {
      await start({ liveSource: 'prometheus', prometheusLiveWindowMs: HOUR_MS });
      await recommending?.until(() => {
        const usages = recommending?.running
          .workload('shop', 'app-0')
          .containers.map(({ cpu, memory }) => [cpu.usage?.mean, memory.usage?.mean]);
        expect(usages).toHaveLength(2);
        for (const usage of usages ?? []) for (const mean of usage) expect(mean).toBeGreaterThan(0);
      });
      expect(recommending?.running.problems.list()).toEqual([]);
    });
  });
});
