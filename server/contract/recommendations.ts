import type { HeldMode } from '@/server/decide/pods/mode-before-stop';
import type { EvidenceView } from '../decide/estimators/evidence';
import type { EstimationTrace, HistogramView } from '../decide/estimators/explanation';
import type { UsualPolicy } from '../decide/pods/fields/field';
import type { MovedByUs } from '../decide/pods/moved-by-us';
import type { QuotaShortage } from '../decide/pods/quota-shortage';
import type { Problem } from '../kube/problems';
import type { PodUpdatePolicy, StartupBoost, VerticalPodAutoscaler } from '../objects/vpa-types';
import type { LeakInWords } from '../words/leaks';
import type { NoRecommendationReason } from '../words/no-recommendation';
import type { StartupNeed } from '../words/startup-need';
import type { WorkloadSignals } from './signals';
import type { WholePodView } from './whole-pod';

export type {
  EvidenceView,
  ExpertLook,
  ExpertsView,
} from '../decide/estimators/evidence';
export type { EstimationStep, EstimationTrace, HistogramView } from '../decide/estimators/explanation';

/**
 * What the pages show of the recommender: plain data, amounts in millicores or bytes, times in Unix
 * milliseconds.
 */

export type RecommendationState =
  | { kind: 'recommended' }
  | { kind: 'none'; reason: NoRecommendationReason; detail?: string; remedy?: string };

/** The most that each of these lets a container have. */
export type OtherBounds = Partial<Record<'policy' | 'setting' | 'limit-range' | 'node', number>>;

/** What keeps a target below its container's need. */
export interface Cap {
  by: 'policy' | 'limit-range' | 'limit' | 'pod' | 'setting' | 'largest-node' | 'room-now';
  /** The target without it. */
  needs: number;
  /** Of a container that leaks: what it gets without the cap is never enough, since more only delays its end. */
  leak?: LeakInWords;
  /** What else bounds the container below its need, in millicores or bytes; absent if nothing does that is known. */
  others?: OtherBounds;
  /** The quota that has no room for as much for all pods; absent if all have. */
  quota?: QuotaShortage;
}

/**
 * One resource of one container, over all live pods of the workload; target and bounds as capped for its pods.
 */
export interface ResourceView {
  /** Current request of the pods, or that of new ones: lowest and highest; absent if none is stated. */
  request?: { min: number; max: number };
  limit?: { min: number; max: number };
  /** Mean of the newest sample of every pod, and the time of the newest. */
  usage?: { mean: number; max: number; atMs: number };
  /** `usage.mean` over the mean request, 0…; absent if either is unknown. */
  usedShareOfRequest?: number;
  target?: number;
  /** How requests and limits of running pods differ from their template by what we set; absent if the template is unknown. */
  movedByUs?: MovedByUs;
  /** It was never measured, so that nothing is recommended for it: it stays as it is. */
  hasNoSamples?: true;
  /** The quota that has no room for the target of all pods; absent if all have, or if the target is capped. */
  quota?: QuotaShortage;
  lowerBound?: number;
  upperBound?: number;
  uncappedTarget?: number;
  /** Of memory: the limit that is recommended apart from the request, and its range; absent if limits keep their proportion. */
  ownLimit?: { target: number; lowerBound: number; upperBound: number };
  cap?: Cap;
}

export interface ContainerView {
  name: string;
  /** A native sidecar: an init container that keeps running. */
  isSidecar?: boolean;
  /** Policy mode Off: the container is not changed. */
  off: boolean;
  cpu: ResourceView;
  memory: ResourceView;
  /** Confidence c of the estimate: min(days of history, samples / 1440); bounds narrow as it grows. */
  confidence: number;
  samples: number;
  firstSampleMs?: number;
  lastSampleMs?: number;
  /** OOM kills in the last 24 hours, to the hour; absent if there was none. */
  ooms?: { times: number; lastMs: number };
  /** The same of what it had when it was killed for memory last; absent if no running pod tells of a kill. */
  killedWith?: MovedByUs;
  /** Of a container that leaks, the most memory that is of use to it, where its policy allows clearly more. */
  leakMostBytes?: number;
  /** Why its memory target no longer rises with its kills; absent while it does. */
  risesNoMore?: 'leak' | 'raised-in-vain';
}

/** The pods of one VPA on nodes with one value of its label. */
export interface NodeGroupView {
  /** `__absent__` for nodes without the label, `__others__` for the values without a group of their own. */
  value: string;
  nodes: number;
  pods: number;
  containers: ContainerView[];
  /** Nothing was learned there yet, so that its pods get the largest of the groups. */
  getsLargest?: boolean;
  /** Containers that began there so late that they get at least what all nodes together would. */
  young?: string[];
}

/** The groups of a VPA that tells nodes apart. */
export interface NodeGroupsView {
  /** The key of the label. */
  scope: string;
  groups: NodeGroupView[];
  /** Values of other nodes, where none of its pods has run; one that starts there gets the largest. */
  otherValues: number;
  /** Pods whose node is not known, so that they count for no group. */
  elsewhere: number;
}

export interface WorkloadSummary {
  namespace: string;
  /** Name of the VPA; of the workload if it has none. */
  name: string;
  /** No VPA names the workload: this is what one in mode Off would say. */
  hasNoVpa?: true;
  target: { apiVersion?: string; kind: string; name: string };
  updateMode: string;
  /** Ours that serves it, or another program's that it names. */
  recommender: string;
  /** The mode that a stop holds back, if one has set this to Off. */
  heldMode?: HeldMode;
  /** The VerticalScalingPolicy that it is of. */
  keptBy?: string;
  /** Pods that have not ended. */
  pods: number;
  /** For a CronJob: the pods of one run. Sums count these, so that they stay the same as jobs come and go. */
  podsOfRun?: number;
  /** Requests and limits are those that new pods start with: no pod runs now, or only for the run of a CronJob. */
  isOfNewPods?: boolean;
  /** Where the pods have their amounts from: `us` as soon as one states others than its template, from a VPA. Absent without pods. */
  requestsBy?: 'us' | 'template';
  state: RecommendationState;
  conditions: {
    type: string;
    status: string;
    reason?: string;
    message?: string;
    lastTransitionMs?: number;
  }[];
  containers: ContainerView[];
  /** Absent if all nodes are alike to it. */
  nodeGroups?: NodeGroupsView;
  /** Absent if no pod is refused, or none is Pending. */
  refused?: RefusedPods;
  pending?: PendingPods;
  /** Absent if kubelets ended none of its pods in the last 24 hours. */
  endedByKubelets?: EndedByKubelets;
  createdMs?: number;
}

export interface ContainerDetail extends ContainerView {
  histograms: HistogramView[];
  traces: EstimationTrace[];
  /** How little history widens the upper bounds; absent where it does not, and without samples. */
  narrowing: { cpu?: NarrowingView | undefined; memory?: NarrowingView | undefined };
  /** The roll-out since which its usage counts, and what that changed; absent while all of it does. */
  countsSince?: { atMs: number; changed: 'image' | 'amounts' };
  /** No samples came lately, so that its history does not grow. */
  isSilent?: boolean;
  leak?: LeakView;
}

/** What a container leaks, and the most memory that it gets. */
export interface LeakView extends LeakInWords {
  /** At most 11, oldest first. */
  lastLives: LifeView[];
}

/** One life of a container; times in Unix ms. */
export interface LifeView {
  startMs: number;
  lengthMs: number;
  peakBytes: number;
  end: 'killed' | 'ended' | 'goes-on';
  /** What it began with and how fast it rose; absent where that is unclear. */
  startBytes?: number;
  bytesPerHour?: number;
}

/** How little history widens an upper bound, and when it widens it less if samples go on coming as so far. */
export interface NarrowingView {
  /** History in intervals: the less of its time span and of its samples at one a minute. */
  confidence: number;
  intervalMs: number;
  /** What the bound is multiplied by now: 1 + 1/confidence. */
  factor: number;
  /** When it comes down to these factors; `atMs` is absent where it has. */
  steps: { factor: number; atMs?: number }[];
}

/** GET /api/workloads/[namespace]/[name]/evidence?container= */
export interface ContainerEvidence {
  /** Ours that serves the VPA, or another program's. */
  recommender: string;
  /** Absent if the recommender keeps nothing but histograms, or nothing yet. */
  evidence?: EvidenceView;
}

export interface PodView {
  name: string;
  /** What owns it, if the pods are those of a PodGroup; null if nothing does. */
  owner?: { kind: string; name: string } | null;
  phase: string;
  node?: string;
  createdMs?: number;
  restarts: number;
  /**
   * Over all its containers, in millicores or bytes; absent if nothing is stated or measured, and a limit if one of
   * them has none.
   */
  cpu: { request?: number; limit?: number; usage?: number };
  memory: { request?: number; limit?: number; usage?: number };
  /** When a container of it was last OOM-killed, as far as its status shows. */
  lastOomMs?: number;
}

/** What the VPA object states besides its target; absent parts are not stated. */
export interface PolicyView {
  /** Rises with every change of the VPA's spec. */
  generation?: number;
  updatePolicy?: PodUpdatePolicy;
  resourcePolicy?: VerticalPodAutoscaler['spec']['resourcePolicy'];
  startupBoost?: StartupBoost;
  recommender: RecommenderChoiceView;
  /** The annotation that names signals to request, as it is. */
  controlledSignals?: string;
  /** The annotation that says how memory limits follow, as it is. */
  memoryLimit?: string;
  /** The annotation that says what becomes of limits, as it is. */
  limits?: string;
  /** The annotation that says how long a young VPA changes nothing, as it is. */
  firstChangeAfter?: string;
  /** The annotation that says what memory follows, as it is. */
  memoryFollows?: string;
  /** The annotation that names the label of nodes, as it is. */
  scope?: string;
  /** The settings, which apply if the policy has no value. */
  usual: UsualPolicy;
}

export interface WorkloadDetail extends Omit<WorkloadSummary, 'containers'> {
  containers: ContainerDetail[];
  /** Init containers that make lowering the others useless; absent if there is none. */
  startupNeeds?: readonly StartupNeed[];
  /** Absent if its pods state nothing as a whole. */
  wholePod?: WholePodView;
  /** The group of nodes that containers and pods are shown for; absent for all nodes. */
  group?: string;
  /** The first of them, if there are very many. */
  podList: PodView[];
  /** The labels by which its PodGroup selects them; empty for every pod of the namespace, absent without a group. */
  podSelector?: string;
  policy: PolicyView;
  problems: readonly Problem[];
  written: WrittenStatus;
  /** Absent if another recommender serves it. */
  signals?: WorkloadSignals;
}

/** A workload that no VPA names, or the VPA that it has by now. */
export type BareWorkload =
  | { kind: 'without-vpa'; workload: WorkloadDetail }
  | { kind: 'has-vpa'; vpa: string };

/** How the VPA object's status compares with what is shown here. */
interface WrittenStatus {
  /** When this process last wrote the status; absent if it has not. */
  atMs?: number;
  /** Whether amounts have moved since, by too little to write them. */
  isBehind: boolean;
}

/** Which recommender a VPA chose, and with which parameters. */
export interface RecommenderChoiceView {
  /** The name that it states; absent if it states none. */
  named?: string;
  /** Ours that serves it; absent if another program does. */
  serving?: string;
  /** Ours that would serve it if it named none; absent if another program would. */
  usual?: string;
  /** The annotation with parameters, as it is. */
  annotation?: string;
  /** The parameters in it by path, as people write them. */
  given: Record<string, string>;
  /** Why the annotation cannot be read. */
  fault?: string;
}

/** Pods that kubelets ended by themselves in the last 24 hours, to the hour: for want on their node, or for critical pods. */
export interface EndedByKubelets {
  evicted?: { times: number; lastMs: number };
  preempted?: { times: number; lastMs: number };
}

/** Why no pods of a workload are created; `message` in the words of the API server. */
export interface RefusedPods {
  message: string;
  /** How many its controller wants and does not have; absent if that is not known. */
  missing?: number;
  sinceMs?: number;
  /** When it was said last, if an event says so. */
  lastMs?: number;
}

/** Pods that exist and do not run; `message` in the words of the scheduler or the kubelet. */
export interface PendingPods {
  pods: number;
  of: number;
  message?: string;
  sinceMs?: number;
  /** Whether one is Pending for longer than pods take to start. */
  isStuck: boolean;
  /** Whether no node has room for what admission made one of them request. */
  isForVpa?: boolean;
}
