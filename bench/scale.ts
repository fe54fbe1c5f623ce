import {
  type MutatingWebhookConfiguration,
  registeredPath,
} from '@/server/admission/serving/webhook-configuration';
import { loadAccess } from '@/server/kube/access';
import { KubeClient } from '@/server/kube/client';
import { unlessMissing } from '@/server/kube/errors';
import { wallClock } from '@/server/lib/time/clock';
import { API_RESOURCES, pathOf } from '@/server/objects/resources';
import type { KubeList, Pod } from '@/server/objects/types';
import { postOf, ReviewConnection } from './admission-client';
import { type Bench, type BenchOptions, type Figure, quantile } from './bench';
import { WholeProcess } from './whole-process';
import type { Look } from './whole-process-child';

const WORKLOADS = 2_000;
const LARGE = { workloads: 10_000, pods: 100_000, speed: 1 } as const;
const SPEED = 6;
/** First lists, and the passes that write everything once. */
const WARM_UP_MS = 60_000;
/** Thirty passes: of fewer, the 95th percentile is the longest alone. */
const MEASURED_MS = 300_000;
const DIFFERENT_PODS = 500;
/** Pauses between two reviews: about 50 a second. */
const REVIEW_EVERY_MS = 20;
const LOOK_EVERY_MS = 15_000;

async function reviewsFor(kubeconfig: string): Promise<Buffer[]> {
  const client = KubeClient.connect(loadAccess({ kubeconfig }));
  const reviews = await reviewsOfPods(client, await reviewPath(client));
  await client.close();
  return reviews;
}

const POD_KIND = { group: '', version: 'v1', kind: 'Pod' };
const POD_RESOURCE = { group: '', version: 'v1', resource: 'pods' };

/** Reviews of new pods like those of the cluster, whose bodies are of unequal length if asked for. */
export async function reviewsOfPods(
  client: KubeClient,
  path: string,
  notesOf = (_: number) => 0,
): Promise<Buffer[]> {
  const query = { limit: DIFFERENT_PODS };
  const { items } = await client.request<KubeList<Pod>>('GET', pathOf(API_RESOURCES.pods), { query });
  return items.map(({ metadata: { namespace, labels, ownerReferences }, spec }, index) =>
    postOf(
      {
        kind: 'AdmissionReview',
        apiVersion: 'admission.k8s.io/v1',
        request: {
          uid: `da3e3287-dbde-4948-b60c-${String(index).padStart(12, '0')}`,
          kind: POD_KIND,
          resource: POD_RESOURCE,
          requestKind: POD_KIND,
          requestResource: POD_RESOURCE,
          namespace,
          operation: 'CREATE',
          userInfo: { username: 'system:serviceaccount:kube-system:replicaset-controller', groups: [] },
          object: {
            apiVersion: 'v1',
            kind: 'Pod',
            metadata: { generateName: 'pod-', namespace, labels, ownerReferences, ...notes(notesOf(index)) },
            spec: { ...spec, nodeName: undefined },
          },
          dryRun: false,
        },
      },
      path,
    ),
  );
}

function notes(count: number): { annotations?: Record<string, string> } {
  if (count === 0) return {};
  const note = (index: number) => [`note-${index}`, `what somebody noted as number ${index}`] as const;
  return { annotations: Object.fromEntries(Array.from({ length: count }, (_, index) => note(index))) };
}

/** The path that reviews are posted to, once the webhook is registered. */
async function reviewPath(client: KubeClient): Promise<string> {
  const path = pathOf(API_RESOURCES.mutatingWebhookConfigurations, undefined, 'plumbline');
  for (;;) {
    const found = await unlessMissing(client.request<MutatingWebhookConfiguration>('GET', path));
    const [webhook] = found?.webhooks ?? [];
    if (webhook) return registeredPath(webhook);
    await wallClock.sleep(100);
  }
}

/** Posts one review after the other until told to stop; returns the milliseconds of each. */
function reviewing(port: number, reviews: readonly Buffer[]): () => Promise<number[]> {
  const tookMs: number[] = [];
  let isOver = false;
  const all = (async () => {
    const connection = await ReviewConnection.open(port);
    for (let index = 0; !isOver; index++) {
      const review = reviews[index % reviews.length];
      if (!review) break;
      const startedAt = performance.now();
      await connection.post(review);
      tookMs.push(performance.now() - startedAt);
      await wallClock.sleep(REVIEW_EVERY_MS);
    }
    connection.close();
  })();
  return async () => {
    isOver = true;
    await all;
    return tookMs;
  };
}

/**
 * A process with every role, without the client's limit on requests, on 2,000 VPAs and 10,000 living pods in another
 * process at six times the speed, so that there is a pass every ten seconds; reviews come meanwhile. A pass of the
 * recommender is measured whole, with all it asks for and writes; one of the updater to its plan. With `--only large`,
 * 10,000 VPAs and 100,000 pods at the speed of life.
 */
export const scaleBench: Bench = {
  name: 'scale',
  isLong: true,
  async run({ only }: BenchOptions = {}): Promise<Figure[]> {
    const isLarge = only === 'large';
    const whole = await WholeProcess.start(isLarge ? LARGE : { workloads: WORKLOADS, speed: SPEED });
    const reviews = await reviewsFor(whole.kubeconfig);
    const { webhookPort = 0 } = await whole.look();
    await wallClock.sleep(WARM_UP_MS);
    await whole.look();
    const end = reviewing(webhookPort, reviews);
    const looks: Look[] = [];
    for (let passedMs = 0; passedMs < MEASURED_MS; passedMs += LOOK_EVERY_MS) {
      await wallClock.sleep(LOOK_EVERY_MS);
      looks.push(await whole.look());
    }
    const reviewMs = await end();
    await whole.stop();
    const passMs = looks.flatMap(({ recommenderMs }) => recommenderMs);
    const planMs = looks.flatMap((look) => look.planMs);
    const figures: Figure[] = [
      { name: 'scale-recommender-p50', value: quantile(passMs, 0.5), unit: 'ms' },
      { name: 'scale-recommender-p95', value: quantile(passMs, 0.95), unit: 'ms', reach: '≤ 1,000' },
      { name: 'scale-plan-p50', value: quantile(planMs, 0.5), unit: 'ms' },
      { name: 'scale-plan-p95', value: quantile(planMs, 0.95), unit: 'ms', reach: '≤ 1,000' },
      { name: 'scale-review-p50', value: quantile(reviewMs, 0.5), unit: 'ms' },
      { name: 'scale-review-p99', value: quantile(reviewMs, 0.99), unit: 'ms', reach: '≤ 10' },
      { name: 'scale-rss', value: Math.max(...looks.map(({ rssMb }) => rssMb)), unit: 'MB', reach: '≤ 500' },
    ];
    // What is to be reached is that of the smaller cluster.
    return isLarge ? figures.map(({ reach: _, ...figure }) => figure) : figures;
  },
};
