import { afterEach, expect, it, vi } from 'vitest';
import type { VerticalPodAutoscalerCheckpoint } from '@/server/objects/vpa-types';
import { ApiCluster, CHECKPOINTS } from '../support/api-cluster';
import { FaultyPrometheus } from '../support/faulty-prometheus';
import { HeadlessProcess } from '../support/headless-process';
import { describeWithProgram } from '../support/installed-program';
import { PastUsage } from '../support/past-usage';
import { PATIENCE } from '../support/patience';
import { fillFromText, RealPrometheus } from '../support/prometheus';

const HOUR_MS = 3_600_000;
const APPS = ['app-0', 'app-1', 'app-2'];
/** Of the last week, since the process asks from its own present. */
const usage = new PastUsage({
  endMs: Math.floor(Date.now() / HOUR_MS) * HOUR_MS - HOUR_MS,
  hours: 160,
  workloads: APPS.length,
  namespaces: ['shop'],
  labelName: 'app',
});
/** Answers while a load goes on; then it refuses until the process is gone. */
const ANSWERED = 2;

type Kept = Record<string, { samples: number; weights: Record<string, number> }>;

describeWithProgram('prometheus', 'prometheus', 'a process that loads the past', (program) => {
  let opened: { close(): Promise<void> }[] = [];
  afterEach(async () => {
    for (const one of opened.reverse()) await one.close();
    opened = [];
  });

  async function cluster(): Promise<ApiCluster> {
    const made = await ApiCluster.start();
    opened.push(made);
    for (const app of APPS) {
      const pods = usage.containers.filter(({ labels, pod }) => labels.app === app && pod.includes('new'));
      await made.workload(app, [...new Set(pods.map(({ pod }) => pod))], ['main', 'side']);
      await made.autoscaler(app);
    }
    return made;
  }

  async function recommend(on: ApiCluster, url: string): Promise<HeadlessProcess> {
    const started = await HeadlessProcess.start({
      PLUMBLINE_KUBECONFIG: on.kubeconfig,
      PLUMBLINE_DATA_DIR: on.folder,
      PLUMBLINE_ROLES: 'recommender',
      PLUMBLINE_RECOMMENDER_INTERVAL: '1s',
      PLUMBLINE_PROMETHEUS_ADDRESS: url,
      PLUMBLINE_PROMETHEUS_CONTAINERS_PER_QUERY: '2',
    });
    opened.push({ close: () => started.kill() });
    return started;
  }

  const kept = (on: ApiCluster): Kept =>
    Object.fromEntries(
      on.registry
        .list<VerticalPodAutoscalerCheckpoint>(CHECKPOINTS)
        .map(({ metadata, status }) => [
          metadata.name,
          { samples: status?.totalSamplesCount ?? 0, weights: status?.cpuHistogram?.bucketWeights ?? {} },
        ]),
    );
  /** Of the pods of one workload and container; an hour in which one began or ended is known in part, and counts for nothing. */
  const allSamples = usage.containers
    .filter(({ labels, container }) => labels.app === 'app-0' && container === 'main')
    .reduce((sum, { fromHour, toHour }) => sum + toHour - fromHour - 2, 0);
  const untilLoaded = (on: ApiCluster) =>
    vi.waitFor(() => {
      const found = Object.values(kept(on));
      expect(found.map(({ samples }) => samples)).toEqual(APPS.flatMap(() => [allSamples, allSamples]));
    }, PATIENCE);

  it('learns the same if it is killed half-way and started again', async () => {
    const server = await RealPrometheus.start(program, (data) =>
      fillFromText(data, [...usage.openMetrics()].join('')),
    );
    opened.push(server);
    const between = await FaultyPrometheus.before(() => server.url);
    opened.push(between);
    const [whole, killed] = [await cluster(), await cluster()];
    const other = await recommend(whole, between.url);
    await untilLoaded(whole);
    await other.kill();

    let asked = 0;
    between.fault = ({ path }) =>
      path === '/api/v1/query_range' && ++asked > ANSWERED ? { status: 503 } : undefined;
    const first = await recommend(killed, between.url);
    await vi.waitFor(() => expect(asked).toBeGreaterThan(ANSWERED), PATIENCE);
    await first.kill();
    between.fault = () => undefined;
    await recommend(killed, between.url);
    await untilLoaded(killed);

    const [expected, found] = [kept(whole), kept(killed)];
    expect(Object.keys(found)).toEqual(Object.keys(expected));
    // Weights are written in ten-thousandths of the largest.
    for (const [name, { weights }] of Object.entries(expected))
      for (const [bucket, weight] of Object.entries(weights))
        expect(
          Math.abs(weight - (found[name]?.weights[bucket] ?? 0)),
          `${name} ${bucket}`,
        ).toBeLessThanOrEqual(1);
  });
});
