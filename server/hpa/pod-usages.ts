import type { PodUsage } from '../decide/replicas/input';
import { podUsage } from '../decide/replicas/pod-usage';
import type { KubeClient } from '../kube/client';
import { isKubeError } from '../kube/errors';
import { errorText } from '../lib/report/errors';
import type { Clock } from '../lib/time/clock';
import { deadline } from '../lib/time/deadline';
import { Slices } from '../lib/time/slices';
import { API_RESOURCES, pathOf } from '../objects/resources';
import type { PodMetrics } from '../objects/types';
import { itemBatchesOf } from '../usage/list-items';

const TIMEOUT_MS = 30_000;
/** From so many namespaces on, one list of the whole cluster costs less. */
const WHOLE_CLUSTER_FROM = 8;
const ABOUT = '(get pods.metrics.k8s.io)';

/** What the metrics API says of the pods of a namespace, by name, or why it says nothing. */
export type NamespaceUsage = ReadonlyMap<string, PodUsage> | { readonly error: string };

/** Use of pods as of one read. */
export class PodUsages {
  constructor(private readonly byNamespace: ReadonlyMap<string, NamespaceUsage>) {}

  of(namespace: string): NamespaceUsage {
    return this.byNamespace.get(namespace) ?? new Map();
  }
}

/** Reads the metrics API for whole namespaces at a time. */
export class PodUsageReader {
  constructor(
    private readonly client: KubeClient,
    private readonly wallClock: Clock,
  ) {}

  /** The use of the pods in these namespaces; never rejects, except when `stopping` aborts. */
  async read(namespaces: ReadonlySet<string>, stopping?: AbortSignal): Promise<PodUsages> {
    const found = new Map<string, Map<string, PodUsage>>([...namespaces].map((each) => [each, new Map()]));
    if (namespaces.size >= WHOLE_CLUSTER_FROM) {
      const error = await this.fill(found, undefined, stopping);
      return new PodUsages(new Map([...found].map(([name, pods]) => [name, error ?? pods])));
    }
    const read = new Map<string, NamespaceUsage>();
    for (const [name, pods] of found) read.set(name, (await this.fill(found, name, stopping)) ?? pods);
    return new PodUsages(read);
  }

  private async fill(
    found: ReadonlyMap<string, Map<string, PodUsage>>,
    namespace: string | undefined,
    stopping: AbortSignal | undefined,
  ): Promise<{ error: string } | undefined> {
    const tooLong = new Error(`it took more than ${TIMEOUT_MS / 1000} s`);
    const { signal, end } = deadline(this.wallClock, TIMEOUT_MS, stopping, tooLong);
    const slices = new Slices();
    try {
      const path = pathOf(API_RESOURCES.podMetrics, namespace);
      const bytes = await this.client.stream(path, { timeoutMs: TIMEOUT_MS, signal });
      for await (const batch of itemBatchesOf(bytes))
        for (const item of batch) {
          take(item, found);
          const pause = slices.breathe();
          if (pause) await pause;
        }
      return undefined;
    } catch (error) {
      stopping?.throwIfAborted();
      return { error: `unable to fetch metrics from resource metrics API: ${why(error)} ${ABOUT}` };
    } finally {
      end();
    }
  }
}

/** A pod whose metrics cannot be read counts as not measured. */
function take(item: unknown, found: ReadonlyMap<string, Map<string, PodUsage>>): void {
  const metrics = item as PodMetrics | null;
  const name = metrics?.metadata?.name;
  const pods = found.get(metrics?.metadata?.namespace ?? '');
  if (!metrics || !pods || typeof name !== 'string' || !Array.isArray(metrics.containers)) return;
  const usage = podUsage(metrics);
  if (usage) pods.set(name, usage);
}

function why(error: unknown): string {
  if (isKubeError(error, 'not-found')) return 'the server could not find the requested resource';
  return errorText(error);
}
