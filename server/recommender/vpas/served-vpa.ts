import { isServedNamespace } from '@/server/decide/pods/served-namespaces';
import { servingRecommender } from '@/server/decide/pods/serving-recommender';
import type { TargetResolution } from '@/server/kube/targets';
import type {
  RecommendedContainerResources,
  RecommendedPodResources,
  VerticalPodAutoscaler,
} from '@/server/objects/vpa-types';
import type { VpaGroups } from '../groups/vpa-groups';
import type { TemplateLife } from '../lives/template-lives';
import type { Leaks } from '../recommend/leaks';
import type { Studies } from '../recommend/studies';
import type { RecommenderSettings } from '../settings';

/** The state of a VPA's target; `pending` until first looked up. */
export type TargetState = TargetResolution | { kind: 'pending' };

/** What a container of a VPA has learned, as of a pass. */
export interface LearnedContainer {
  /** Changes whenever more was learned. */
  mark: string;
  /** CPU samples and memory peaks so far. */
  samples: number;
  peaks: number;
  confidence: number;
  /** From the first sample to the last. */
  spanMs: number;
  /** Until when its usage was compared with its recommendation, Unix ms. */
  comparedMs: number;
}

/** What the watch and the look-up of the target tell; `VpaStore` writes it. */
export interface FollowedVpa {
  vpa: VerticalPodAutoscaler;
  target: TargetState;
  /** The target must be looked up before its selector is used. */
  targetIsStale: boolean;
}

/** What is read of its checkpoints; `CheckpointKeeper` writes it. */
export interface RestoredVpa {
  /**
   * `absent`: the cluster does not have checkpoints (yet); `awaited`: they could not be read for long, and all goes
   * on without. Every pass checks again.
   */
  checkpoints: 'unread' | 'awaited' | 'absent' | 'loaded';
}

/** What comes of usage from before the start; `PastLoader` writes it. */
export interface PastOfVpa {
  /**
   * It is coming in, and until it is complete no checkpoint is written; or it is awaited in vain so far, and all goes
   * on without.
   */
  past: 'undecided' | 'fetching' | 'awaited' | 'complete';
  /** Part of it could not be had, and all that was read is too old to count at this time, Unix ms. */
  lacksPastUntilMs?: number;
}

/** Since when its pods run what they run now; `NewLives` writes it. */
export interface LivingVpa {
  /** What was used before is not read; absent while all is. */
  life?: TemplateLife | undefined;
}

/** Its groups of nodes; `Groups` writes them. */
export interface GroupedVpa {
  /** Absent if all nodes are alike to the VPA. */
  groups?: VpaGroups | undefined;
}

/** What passes make of it; `VpaReconciler` writes it. */
export interface ReconciledVpa {
  /** Its pods as a whole, if it sizes them so and something is known. */
  wholePod?:
    | { readonly learned: LearnedContainer; readonly recommendation: RecommendedContainerResources }
    | undefined;
  /** The containers of its live pods at the last pass. */
  liveContainers: ReadonlySet<string>;
  /** Those of them that it knows as native sidecars. */
  sidecars: ReadonlySet<string>;
  recommendation: RecommendedPodResources | undefined;
  /** Whether this process made it from what it knows; else it comes from the status. */
  isOwnRecommendation?: boolean;
  /** Why the policy cannot be used, as of the last pass. */
  policyFault?: string;
  visited: boolean;
  /**
   * When the status was last written, on the wall clock and on the cluster clock; 0 if this process wrote
   * none.
   */
  statusWrittenAtMs: number;
  statusMs: number;
  /** Counts its recommendations, so that no former one is written over a later one. */
  statusTurn?: number;
  /** Passes in which its status differed and was not written. */
  statusWaits?: number;
  /** The generation in the last status written here; older definitions do not keep it. */
  generationWritten?: number;
}

/**
 * One VPA that this recommender serves, with its state between passes. To all but the one who writes a part, it is
 * read only.
 */
export interface ServedVpa
  extends Readonly<FollowedVpa>,
    Readonly<RestoredVpa>,
    Readonly<PastOfVpa>,
    Readonly<LivingVpa>,
    Readonly<GroupedVpa>,
    Readonly<ReconciledVpa> {
  readonly namespace: string;
  readonly name: string;
  /** Per container: the time up to which its checkpoint includes events, Unix ms. */
  readonly learnedUntilMs: Map<string, number>;
  /** Absent if its recommender needs only what is kept of every container. */
  readonly studies?: Studies;
  /** Its containers' lives, and which of them leak; absent for a workload without a VPA. */
  readonly leaks?: Leaks;
  readonly containers: Map<string, LearnedContainer>;
}

/** Whether, by the settings, this recommender serves the VPA. */
export function isServed(vpa: VerticalPodAutoscaler, config: RecommenderSettings): boolean {
  return (
    isServedNamespace(config, vpa.metadata.namespace ?? '') && servingRecommender(vpa, config) !== undefined
  );
}

/** Whether what was learned of the VPA is still to be read, also if all goes on without meanwhile. */
export function hasUnreadCheckpoints({ checkpoints }: Pick<ServedVpa, 'checkpoints'>): boolean {
  return checkpoints === 'unread' || checkpoints === 'awaited';
}

/** The obstacle in words, with the object to blame. */
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
