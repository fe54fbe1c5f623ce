import { API_RESOURCES } from '../objects/resources';
import type { KubeObject } from '../objects/types';
import { WORKLOAD_KINDS } from '../objects/workload-kinds';
import type { CachedKind, CachedKinds } from './cached-kinds';
import type { KubeClient } from './client';
import { Holdings } from './holdings';
import { MetadataWatches } from './metadata-watches';
import { PodGroupIndex } from './pod-group-index';
import { PodNotes } from './pod-notes';
import { leastOf, projectionOf } from './projections';
import { Sharing } from './sharing';
import { HpaIndex, VpaIndex } from './target-index';
import { type CacheState, WatchCache } from './watch-cache';
import type { WatchCacheOptions } from './watch-cache-options';

type Caches = { readonly [K in CachedKind]: WatchCache<CachedKinds[K]> };

interface CachesOptions
  extends Pick<WatchCacheOptions<KubeObject>, 'log' | 'tooLarge' | 'clock' | 'timings' | 'loops' | 'once'> {
  /** Bounds what each namespace may hold, all kinds together. */
  holdings?: Holdings;
  /** Only the objects of this namespace, and those of none. */
  namespace?: string;
  /** Only workloads with these labels, in the notation of kubectl. */
  workloadSelector?: string;
}

/** Makes caches; a separate class so that it exists before the fields of `ClusterCaches` are set. */
class CacheMaker {
  private readonly sharing = new Sharing();
  /** What this process noted of pods that it may not annotate; the cache of pods shows it. */
  readonly podNotes = new PodNotes();

  constructor(
    private readonly client: KubeClient,
    private readonly options: CachesOptions,
  ) {}

  protected cacheOf<K extends CachedKind>(kind: K): WatchCache<CachedKinds[K]> {
    const isWorkload = WORKLOAD_KINDS.some((one) => one === kind);
    return new WatchCache<CachedKinds[K]>(this.client, API_RESOURCES[kind], {
      ...this.options,
      ...(isWorkload && { labelSelector: this.options.workloadSelector }),
      keep: projectionOf(kind, this.sharing, this.podNotes),
      least: leastOf(kind),
    });
  }
}

/** One watch cache per kind, which follows the server once started. */
export class ClusterCaches extends CacheMaker implements Caches {
  readonly pods = this.cacheOf('pods');
  readonly vpas = this.cacheOf('vpas');
  readonly checkpoints = this.cacheOf('checkpoints');
  readonly nodes = this.cacheOf('nodes');
  readonly limitRanges = this.cacheOf('limitRanges');
  readonly resourceQuotas = this.cacheOf('resourceQuotas');
  readonly podDisruptionBudgets = this.cacheOf('podDisruptionBudgets');
  readonly horizontalPodAutoscalers = this.cacheOf('horizontalPodAutoscalers');
  readonly replicaSets = this.cacheOf('replicaSets');
  readonly deployments = this.cacheOf('deployments');
  readonly statefulSets = this.cacheOf('statefulSets');
  readonly daemonSets = this.cacheOf('daemonSets');
  /** Former templates of StatefulSets and DaemonSets, and the present ones. */
  readonly controllerRevisions = this.cacheOf('controllerRevisions');
  readonly jobs = this.cacheOf('jobs');
  readonly cronJobs = this.cacheOf('cronJobs');
  readonly replicationControllers = this.cacheOf('replicationControllers');
  readonly namespaces = this.cacheOf('namespaces');
  /** Our own kinds: `absent` while a cluster does not have them, which is no problem. */
  readonly verticalScalingPolicies = this.cacheOf('verticalScalingPolicies');
  readonly podGroups = this.cacheOf('podGroups');
  readonly changeApprovals = this.cacheOf('changeApprovals');
  /** Updated before any other listener of `vpas`. */
  readonly vpasByTarget = new VpaIndex();
  readonly hpasByTarget = new HpaIndex();
  readonly podGroupsByLabels = new PodGroupIndex();
  /** Kinds without a cache of their own, as they occur. */
  readonly metadata: MetadataWatches;
  /** What each namespace may hold of all kinds; other caches of the same process share it. */
  readonly holdings: Holdings;
  private readonly started = new Set<CachedKind>();

  constructor(client: KubeClient, { holdings = new Holdings(), ...options }: CachesOptions) {
    super(client, { ...options, holdings });
    this.holdings = holdings;
    this.metadata = new MetadataWatches(client, { ...options, holdings });
    this.vpasByTarget.follow(this.vpas);
    this.hpasByTarget.follow(this.horizontalPodAutoscalers);
    this.podGroupsByLabels.follow(this.podGroups);
  }

  /** Starts the caches of `kinds`; those already started continue. */
  start(kinds: readonly CachedKind[]): void {
    for (const kind of kinds) {
      this.started.add(kind);
      this[kind].start();
    }
  }

  /** Waits until each of `kinds` is known to be synced, absent, forbidden or failing. */
  async settled(kinds: readonly CachedKind[]): Promise<void> {
    await Promise.all(kinds.map((kind) => this[kind].settled()));
  }

  /** The status of every started cache. */
  states(): Map<CachedKind, CacheState> {
    return new Map([...this.started].map((kind) => [kind, this[kind].state]));
  }

  async stop(): Promise<void> {
    await Promise.all([this.metadata.stop(), ...[...this.started].map((kind) => this[kind].stop())]);
  }
}
