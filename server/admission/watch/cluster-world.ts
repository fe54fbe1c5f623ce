import type { Config } from '../../config';
import type { CachedKind, ClusterCaches } from '../../kube/caches';
import type { TargetResolver } from '../../kube/targets';
import type { LimitRange, Pod } from '../../kube/types';
import type { VerticalPodAutoscaler } from '../../kube/vpa-types';
import { workloadKindOf } from '../../kube/workload-kinds';
import type { Resource } from '../../model/units';
import type { CompiledVpa } from '../../policy/compiled-vpa';
import { largestNode } from '../../policy/largest-node';
import { effectiveLimits, type NamespaceLimits } from '../../policy/limit-bounds';
import { type QuotaRoom, quotaRooms } from '../../policy/quota-room';
import type { Surroundings } from '../../policy/vpa-warnings';
import type { ProblemReporter } from '../../problems';
import type { ReviewWorld } from '../review/reviewer';
import { ContestIndex } from './contest-index';
import { type ControllerName, type PodController, podController } from './controllers';
import { VpaIndex } from './vpa-index';

/** What admission follows of the cluster, besides pods. */
export const FOLLOWED_KINDS = [
  'vpas',
  'limitRanges',
  'replicaSets',
  'deployments',
  'statefulSets',
  'daemonSets',
  'replicationControllers',
  'jobs',
  'cronJobs',
  'nodes',
  'horizontalPodAutoscalers',
  'resourceQuotas',
] as const satisfies readonly CachedKind[];

type WorldSettings = Pick<
  Config,
  'vpaObjectNamespace' | 'ignoredVpaObjectNamespaces' | 'respectRoom' | 'respectConflicts'
>;

const UNCONTESTED: ReadonlyMap<Resource, string> = new Map();

/** The cluster as reviews see it: indexes kept up by watches, so that a review only looks up. */
export class ClusterWorld implements ReviewWorld {
  readonly index = new VpaIndex();
  private readonly contests = new ContestIndex();
  private readonly limitsOf = new Map<string, NamespaceLimits>();
  private readonly endings: (() => void)[];

  constructor(
    private readonly caches: ClusterCaches,
    private readonly targets: TargetResolver,
    private readonly settings: WorldSettings,
    private readonly problems: ProblemReporter,
  ) {
    const forget = ({ metadata }: LimitRange) => this.limitsOf.delete(metadata.namespace ?? '');
    this.endings = [
      caches.vpas.subscribe({
        added: (vpa) => this.put(vpa),
        updated: (_former, vpa) => this.put(vpa),
        deleted: (vpa) => this.drop(vpa),
      }),
      caches.limitRanges.subscribe({
        added: forget,
        updated: (_former, range) => forget(range),
        deleted: forget,
      }),
      caches.horizontalPodAutoscalers.subscribe({
        added: (scaler) => this.contests.setScaler(scaler),
        updated: (former, scaler) => this.contests.setScaler(scaler, former),
        deleted: (scaler) => this.contests.deleteScaler(scaler),
      }),
    ];
  }

  /** Ends following the cluster. */
  close(): void {
    for (const end of this.endings) end();
  }

  isReady(): boolean {
    const { vpas, limitRanges } = this.caches;
    const ranges = limitRanges.state.kind;
    return vpas.seen && (limitRanges.seen || ranges === 'forbidden' || ranges === 'absent');
  }

  controllerOf(namespace: string, pod: Pod): PodController {
    return podController(this.targets, namespace, pod);
  }

  limits(namespace: string): NamespaceLimits {
    let limits = this.limitsOf.get(namespace);
    if (!limits) {
      limits = effectiveLimits([...this.caches.limitRanges.list(namespace)]);
      this.limitsOf.set(namespace, limits);
    }
    return limits;
  }

  quotas(namespace: string): readonly QuotaRoom[] {
    return this.settings.respectRoom ? quotaRooms(this.caches.resourceQuotas.list(namespace)) : [];
  }

  contested(vpa: CompiledVpa): ReadonlyMap<Resource, string> {
    return this.settings.respectConflicts ? this.contests.contested(vpa) : UNCONTESTED;
  }

  templateAnnotations(namespace: string, owner: ControllerName): Record<string, string> | undefined {
    const kind = workloadKindOf(undefined, owner.kind);
    return kind && this.caches[kind].get(namespace, owner.name)?.spec.template?.metadata?.annotations;
  }

  surroundings(namespace: string): Surroundings {
    return {
      vpas: [...this.caches.vpas.list(namespace)],
      hpas: [...this.caches.horizontalPodAutoscalers.list(namespace)],
      largestNode: largestNode(this.caches.nodes.list()),
    };
  }

  /** Whether the settings make a VPA the business of this process. */
  isServed({ metadata: { namespace = '' } }: VerticalPodAutoscaler): boolean {
    const { vpaObjectNamespace: only, ignoredVpaObjectNamespaces: ignored } = this.settings;
    return (only === '' || only === namespace) && !ignored.includes(namespace);
  }

  private put(vpa: VerticalPodAutoscaler): void {
    if (!this.isServed(vpa)) return;
    const fault = this.index.set(vpa);
    if (fault) this.problems.report('policy-invalid', aboutVpa(vpa), fault.message);
    else this.problems.clear('policy-invalid', aboutVpa(vpa));
  }

  private drop(vpa: VerticalPodAutoscaler): void {
    this.index.delete(vpa);
    this.problems.clear('patch-withheld', aboutVpa(vpa));
  }
}

/** A VPA as problems name it. */
export function aboutVpa({ metadata }: Pick<VerticalPodAutoscaler, 'metadata'>): string {
  return `VerticalPodAutoscaler ${metadata.namespace}/${metadata.name}`;
}
