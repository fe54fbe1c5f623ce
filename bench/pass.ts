import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { defaultConfig } from '@/server/config';
import type { PassView } from '@/server/contract/status';
import { loadAccess } from '@/server/kube/access';
import { KubeClient } from '@/server/kube/client';
import { ManualClock, toKubeTime } from '@/server/lib/time/clock';
import { API_RESOURCES, apiVersionOf, pathOf } from '@/server/objects/resources';
import type { KubeList } from '@/server/objects/types';
import type { VerticalPodAutoscaler, VerticalPodAutoscalerCheckpoint } from '@/server/objects/vpa-types';
import { type RecommenderHandle, startRecommender } from '@/server/recommender';
import { CHECKPOINT_VERSION } from '@/server/recommender/checkpoints/checkpoint-codec';
import { portsInMemory } from '@/tests/support/ports-in-memory';
import { contextOver } from '@/tests/support/role-context';
import { type Bench, type Figure, median } from './bench';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const WARM_UP = 3;
const MEASURED = 15;
/** Days of history in the checkpoints of a mature cluster. */
const MATURE_DAYS = 8;

/** The sandbox process; its time is moved from here. */
class SandboxProcess {
  private constructor(
    private readonly child: ChildProcess,
    readonly kubeconfig: string,
    readonly startMs: number,
  ) {}

  static async start(): Promise<SandboxProcess> {
    const child = fork('bin/run.mjs', ['bench/pass-sandbox.ts'], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const ended = once(child, 'exit').then(([code]) => {
      throw new Error(`the sandbox of the bench ended with ${code}`);
    });
    const [ready] = (await Promise.race([once(child, 'message'), ended])) as [
      { kubeconfig: string; nowMs: number },
    ];
    ended.catch(() => {});
    return new SandboxProcess(child, ready.kubeconfig, ready.nowMs);
  }

  async advance(ms: number): Promise<void> {
    this.child.send({ advanceMs: ms });
    await once(this.child, 'message');
  }

  async stop(): Promise<void> {
    this.child.disconnect();
    await once(this.child, 'exit');
  }
}

function clientFor(sandbox: SandboxProcess): KubeClient {
  return KubeClient.connect(loadAccess({ kubeconfig: sandbox.kubeconfig }), { qps: 10_000, burst: 10_000 });
}

/** The recommender as in a real process, but in virtual minutes and without a limit on requests. */
function recommenderOn(sandbox: SandboxProcess, clock: ManualClock) {
  const config = defaultConfig({ roles: ['recommender'] });
  const context = contextOver(clientFor(sandbox), config, clock, clock);
  return { context, recommender: startRecommender(context, portsInMemory()) };
}

async function passAfter(recommender: RecommenderHandle, before: PassView | undefined): Promise<PassView> {
  for (;;) {
    const { lastPass } = recommender;
    if (lastPass && lastPass !== before) return lastPass;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/**
 * The cost and requests of one recommender's passes; the first ones, which write everything once, do not
 * count.
 */
async function measure(sandbox: SandboxProcess, clock: ManualClock, name: string): Promise<Figure[]> {
  const { context, recommender } = recommenderOn(sandbox, clock);
  await Promise.all([context.caches.pods.synced(), context.caches.vpas.synced()]);
  const passes: (PassView & { requests: number })[] = [];
  await clock.advance(1000);
  let pass = await passAfter(recommender, undefined);
  for (let round = 0; round < WARM_UP + MEASURED; round++) {
    await sandbox.advance(MINUTE_MS);
    const before = context.client.requestsSent;
    await clock.advance(MINUTE_MS);
    pass = await passAfter(recommender, pass);
    passes.push({ ...pass, requests: context.client.requestsSent - before });
  }
  await recommender.stop();
  await context.caches.stop();
  await context.client.close();
  if (pass.vpas !== 1000 || pass.samples < 9000)
    throw new Error(`the pass saw ${pass.vpas} VPAs and ${pass.samples} samples`);
  const counted = passes.slice(WARM_UP);
  return [
    { name, value: median(counted.map((one) => one.durationMs)), unit: 'ms' },
    { name: `${name}-requests`, value: median(counted.map((one) => one.requests)), unit: 'requests' },
    { name: `${name}-statuses`, value: median(counted.map((one) => one.statusWrites)), unit: 'requests' },
  ];
}

/** Gives every VPA the checkpoint of a container that has run for days. */
async function mature(sandbox: SandboxProcess, nowMs: number): Promise<void> {
  const client = clientFor(sandbox);
  const vpas = await client.request<KubeList<VerticalPodAutoscaler>>('GET', pathOf(API_RESOURCES.vpas));
  const histogram = (bucket: number) => ({
    referenceTimestamp: toKubeTime(Math.floor(nowMs / DAY_MS) * DAY_MS),
    bucketWeights: { [bucket]: 10_000, [bucket + 4]: 1_000 },
    totalWeight: 1440,
  });
  const status = {
    version: CHECKPOINT_VERSION,
    lastUpdateTime: toKubeTime(nowMs),
    firstSampleStart: toKubeTime(nowMs - MATURE_DAYS * DAY_MS),
    lastSampleStart: toKubeTime(nowMs),
    totalSamplesCount: MATURE_DAYS * 1440 * 5,
    cpuHistogram: histogram(20),
    memoryHistogram: histogram(30),
  };
  const known = await client.request<KubeList<VerticalPodAutoscalerCheckpoint>>(
    'GET',
    pathOf(API_RESOURCES.checkpoints),
  );
  for (const { metadata } of known.items)
    await client.request('DELETE', pathOf(API_RESOURCES.checkpoints, metadata.namespace, metadata.name));
  for (const { metadata } of vpas.items)
    await client.request('POST', pathOf(API_RESOURCES.checkpoints, metadata.namespace), {
      body: {
        apiVersion: apiVersionOf(API_RESOURCES.checkpoints),
        kind: API_RESOURCES.checkpoints.kind,
        metadata: { name: `${metadata.name}-app` },
        spec: { vpaObjectName: metadata.name, containerName: 'app' },
        status,
      },
    });
  await client.close();
}

/**
 * One whole pass over 1,000 VPAs and 5,000 pods through the API of a sandbox in another process, every pod
 * with a new sample: its median time and its requests, without the client's rate limit. First in a young
 * cluster, where every bound moves every minute, then in one with days of history.
 */
export const passBench: Bench = {
  name: 'pass',
  async run() {
    const sandbox = await SandboxProcess.start();
    const clock = new ManualClock(sandbox.startMs);
    const young = await measure(sandbox, clock, 'pass-young');
    await mature(sandbox, clock.now());
    const figures = [...(await measure(sandbox, clock, 'pass')), ...young];
    await sandbox.stop();
    return figures;
  },
};
