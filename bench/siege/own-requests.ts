import { wallClock } from '@/server/clock';
import { API_RESOURCES, apiVersionOf, pathOf } from '@/server/kube/resources';
import type { Pod } from '@/server/kube/types';
import { postOf, ReviewConnection } from '../admission-client';
import type { Besieged } from './besieged';
import { hasPasses, type Victim } from './victims';

const REVIEW_EVERY_MS = 25;
const ASK_EVERY_MS = 100;
const POD_EVERY_MS = 500;
const LOOK_EVERY_MS = 250;
/** Reviews on one connection: API servers keep connections, and open more when they are busy. */
const REVIEWS_OF_CONNECTION = 20;
export const QUIET = 'quiet';
/** The webhook is not called for it. */
const UNREVIEWED = 'kube-system';

/** What was seen of a process for a while, with requests of our own beside those of the crowd. */
export interface Seen {
  /** The most of each process. */
  readonly rssBytes: Record<string, number>;
  readonly reviewMs: number[];
  readonly pageMs: number[];
  /** A server with the work of a page that nobody attacks: what the machine takes by itself. */
  readonly bystanderMs: number[];
  readonly podMs: number[];
  /** The same pods where nothing reviews them: what the API server takes by itself. */
  readonly unreviewedMs: number[];
  /** Why requests of our own were lost: no answer, or a pod without its patch. */
  readonly lost: string[];
  /** CPU that the process used, in cores. */
  cores: number;
}

/** A workload of a tenant who has nothing to do with the crowd, with a VPA that recommends for it. */
export async function settleIn({ client }: Besieged): Promise<void> {
  const selector = { matchLabels: { app: 'web' } };
  const container = { name: 'app', image: 'app:1', resources: { requests: { cpu: '100m', memory: '64Mi' } } };
  const template = { metadata: { labels: { app: 'web' } }, spec: { containers: [container] } };
  const metadata = { name: 'web', namespace: QUIET };
  const { replicaSets, vpas } = API_RESOURCES;
  const create = (path: string, body: object) => client.request('POST', path, { body });
  await create(pathOf(replicaSets, QUIET), {
    apiVersion: apiVersionOf(replicaSets),
    kind: replicaSets.kind,
    metadata,
    spec: { replicas: 1, selector, template },
  });
  await create(pathOf(vpas, QUIET), {
    apiVersion: apiVersionOf(vpas),
    kind: vpas.kind,
    metadata,
    spec: {
      targetRef: { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web' },
      updatePolicy: { updateMode: 'Initial' },
    },
  });
  const target = { cpu: '163m', memory: '262144000' };
  await client.request('PATCH', `${pathOf(vpas, QUIET, 'web')}/status`, {
    contentType: 'application/merge-patch+json',
    body: { status: { recommendation: { containerRecommendations: [{ containerName: 'app', target }] } } },
  });
}

/**
 * Looks, reviews, creates pods and asks for pages for `ms`.
 * @param bystander the port of a server that nobody attacks
 * @throws Error if the process ends
 */
export async function watched(
  besieged: Besieged,
  victim: Victim,
  bystander: number,
  ms: number,
): Promise<Seen> {
  const seen: Seen = {
    rssBytes: {},
    reviewMs: [],
    pageMs: [],
    bystanderMs: [],
    podMs: [],
    unreviewedMs: [],
    lost: [],
    cores: 0,
  };
  const beganMs = performance.now();
  const usedMs = besieged.cpuMs();
  const every = async (everyMs: number, step: () => Promise<void> | void) => {
    while (performance.now() < beganMs + ms) {
      await step();
      await wallClock.sleep(everyMs);
    }
  };
  const timed = async (times: number[], what: string, step: () => Promise<unknown>) => {
    const startedAt = performance.now();
    await step().then(
      () => times.push(performance.now() - startedAt),
      (thrown) => seen.lost.push(`${what}: ${thrown instanceof Error ? thrown.message : thrown}`),
    );
  };
  const pages = hasPasses(victim) ? ['/api/ready', '/login', '/api/inbox'] : ['/readyz'];
  let asked = 0;
  const reviews = new Reviews(besieged.webhookPort, postOf(reviewOf(QUIET), await besieged.path()));
  const pods = new Pods(besieged);
  await pods.begin();
  await Promise.all([
    every(LOOK_EVERY_MS, () => {
      for (const [name, bytes] of Object.entries(besieged.rssBytes()))
        seen.rssBytes[name] = Math.max(seen.rssBytes[name] ?? 0, bytes);
    }),
    every(REVIEW_EVERY_MS, () => timed(seen.reviewMs, 'review', () => reviews.post())),
    every(POD_EVERY_MS, async () => {
      await timed(seen.podMs, 'pod', () => pods.create());
      await timed(seen.unreviewedMs, 'unreviewed pod', () => pods.createUnreviewed());
    }),
    every(ASK_EVERY_MS, () => {
      const page = pages[asked++ % pages.length] ?? '';
      return timed(seen.pageMs, page, () => besieged.textOf(page));
    }),
    every(ASK_EVERY_MS, () => timed(seen.bystanderMs, 'bystander', () => besieged.textOf('/', bystander))),
  ]);
  reviews.close();
  seen.cores = (besieged.cpuMs() - usedMs) / (performance.now() - beganMs);
  return seen;
}

/** Reviews as the API server posts them. */
class Reviews {
  private connection: ReviewConnection | undefined;
  private posts = 0;

  constructor(
    private readonly port: number,
    private readonly review: Buffer,
  ) {}

  async post(): Promise<void> {
    if (this.posts++ % REVIEWS_OF_CONNECTION === 0) this.close();
    try {
      this.connection ??= await ReviewConnection.open(this.port);
      await this.connection.post(this.review);
    } catch (thrown) {
      this.close();
      throw thrown;
    }
  }

  close(): void {
    this.connection?.close();
    this.connection = undefined;
  }
}

/** New pods of the quiet workload, through the API server. */
class Pods {
  private uid = '';

  constructor(private readonly besieged: Besieged) {}

  async begin(): Promise<void> {
    const path = pathOf(API_RESOURCES.replicaSets, QUIET, 'web');
    this.uid = (await this.besieged.client.request<Pod>('GET', path)).metadata.uid ?? '';
  }

  /** @throws Error if the pod comes unchanged */
  async create(): Promise<void> {
    const pod = await this.created(QUIET);
    if (pod.metadata.annotations?.vpaUpdates === undefined) throw new Error('without its patch');
  }

  /** @throws Error if the pod comes changed */
  async createUnreviewed(): Promise<void> {
    const pod = await this.created(UNREVIEWED);
    if (pod.metadata.annotations?.vpaUpdates !== undefined) throw new Error('reviewed');
  }

  private created(namespace: string): Promise<Pod> {
    const owner = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web', uid: this.uid, controller: true };
    const { spec, metadata } = reviewOf(namespace).request.object;
    const body = { apiVersion: 'v1', kind: 'Pod', metadata: { ...metadata, ownerReferences: [owner] }, spec };
    const path = pathOf(API_RESOURCES.pods, namespace);
    return this.besieged.client.request<Pod>('POST', path, { body, query: { dryRun: 'All' } });
  }
}

export function reviewOf(namespace: string) {
  return {
    kind: 'AdmissionReview',
    apiVersion: 'admission.k8s.io/v1',
    request: {
      uid: 'da3e3287-dbde-4948-b60c-000000000000',
      resource: { group: '', version: 'v1', resource: 'pods' },
      namespace,
      operation: 'CREATE',
      object: {
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: { generateName: 'web-', namespace, labels: { app: 'web' } },
        spec: { containers: [{ name: 'app', image: 'app:1' }] },
      },
    },
  };
}
