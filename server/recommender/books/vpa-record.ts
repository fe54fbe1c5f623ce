import type { TargetResolution } from '@/server/kube/targets';
import type { RecommendedPodResources, VerticalPodAutoscaler } from '@/server/kube/vpa-types';
import { isServedNamespace } from '@/server/policy/served-namespaces';
import type { RecommenderSettings } from '../settings';
import type { History } from '../views/history';

/** What is known of a VPA's target; `pending` until first looked up. */
export type TargetState = TargetResolution | { kind: 'pending' };

/** What a pass found a container of a VPA to have learned. */
interface LearnedContainer {
  /** Changes whenever more was learned. */
  mark: string;
  confidence: number;
  /** From the first sample to the last. */
  spanMs: number;
  history: History;
}

/** One VPA that this recommender serves, with what it keeps between passes. */
export interface VpaRecord {
  readonly namespace: string;
  readonly name: string;
  vpa: VerticalPodAutoscaler;
  target: TargetState;
  /** The target must be looked up before its selector is relied on. */
  targetIsStale: boolean;
  /** `absent`: the cluster does not know checkpoints (yet); they are looked for again in every pass. */
  checkpoints: 'unread' | 'absent' | 'loaded';
  /** Per container: until when its checkpoint had counted what happened, Unix ms. */
  readonly learnedUntilMs: Map<string, number>;
  readonly containers: Map<string, LearnedContainer>;
  /** The containers of its live pods at the last pass. */
  liveContainers: ReadonlySet<string>;
  recommendation: RecommendedPodResources | undefined;
  /** The recommendation that listeners were last told of, and when. */
  announced?: { recommendation: RecommendedPodResources | undefined; atMs: number };
  /** Why the policy cannot be used, as the last pass found. */
  policyFault?: string;
  /** Whether a pass has gone over it. */
  visited: boolean;
  /** When the status was last written, on the wall clock and on the cluster's; 0 when this process wrote none. */
  statusWrittenAtMs: number;
  statusMs: number;
  /** The generation that the status last written here names; older definitions do not keep it. */
  generationWritten?: number;
}

/** Whether the settings make this VPA the business of this recommender. */
export function isServed(vpa: VerticalPodAutoscaler, config: RecommenderSettings): boolean {
  return (
    isServedNamespace(config, vpa.metadata.namespace ?? '') && recommenderOf(vpa) === config.recommenderName
  );
}

/** The recommender a VPA asks for. */
export function recommenderOf(vpa: VerticalPodAutoscaler): string {
  return vpa.spec?.recommenders?.[0]?.name ?? 'default';
}

/** What stands in the way, in words, with the object to blame. */
export function detailOfTarget(target: TargetState, { spec }: VerticalPodAutoscaler): string | undefined {
  const name = `${spec?.targetRef?.kind ?? 'no kind'} ${spec?.targetRef?.name ?? ''}`.trim();
  switch (target.kind) {
    case 'missing':
      return `${name} was not found`;
    case 'unsupported':
      return `${name}: ${target.detail}`;
    case 'not-topmost':
      return `${name} is controlled by ${target.by.kind} ${target.by.name}`;
    case 'failed':
      return `${name} could not be looked up: ${target.error.message}`;
    case 'pending':
    case 'found':
      return undefined;
  }
}
