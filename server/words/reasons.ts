import type { Resource } from '../model/units';

/** What the updater may do about one pod. */
export const DECISIONS = {
  evict: 'The pod is evicted so that its replacement starts with the recommended requests.',
  resize: 'The requests of the running pod are changed in place.',
  wait: 'The pod should change, but something holds it back for now.',
  leave: 'There is nothing to do.',
} as const;

export type Decision = keyof typeof DECISIONS;

/** The one sentence for people behind every reason code. The numbers travel with the reason as evidence. */
export const REASONS = {
  // Why a pod should change
  'request-missing': 'A container states no request for a recommended resource.',
  'outside-bounds': 'A request lies outside the recommended bounds.',
  'oom-killed': 'A container was killed for memory soon after its start.',
  'old-and-different': 'The pod is old enough, and its requests differ enough from the recommendation.',
  'startup-boost-over': 'The pod is ready and its startup boost has lasted long enough.',
  'resize-infeasible': 'Its node can never hold the resize asked for.',
  'resize-failed': 'The resize asked for ended in an error.',
  'resize-deferred-too-long': 'The resize asked for has been deferred for too long.',
  'resize-in-progress-too-long': 'The resize asked for has been under way for too long.',
  'resize-refused': 'The API server refused the resize.',

  // Why a pod is left alone
  'within-bounds': 'The requests lie within the recommended bounds and near enough to the target.',
  'mode-off': 'The update mode Off only recommends.',
  'mode-initial': 'The update mode Initial sets requests only when a pod is created.',
  'mode-gate-closed': 'The update mode needs a feature that is switched off here.',
  'no-recommendation': 'There is no recommendation for any container of this pod.',
  'not-observed': 'The recommended containers were not there when the pod was admitted.',
  'pod-finished': 'The pod has finished.',
  'pod-terminating': 'The pod is already going away.',
  'pod-unscheduled': 'The pod has no node yet.',
  'no-controller': 'Nothing would bring the pod back.',
  'oom-without-change': 'A container was killed for memory, but its requests would stay the same.',
  unreadable: 'A field of the pod or of its VPA cannot be read.',

  // What holds a change back
  'too-young': 'Within its bounds a pod is changed only from a certain age.',
  stopped: 'Somebody pressed stop.',
  'cluster-unfollowed':
    'Changes of the cluster cannot be followed just now, and nothing is done on old news.',
  'lease-missing': 'The admission controller has never reported that it is alive.',
  'lease-stale':
    'The admission controller has not reported for too long; a new pod would not get the target.',
  'pods-unpatched':
    'The newest pods of this VPA were created without its recommendation; an evicted one would come back the same.',
  'low-confidence': 'The recommendation rests on too short a history.',
  'two-vpas': 'Another VPA controls the same resource of the same pods.',
  'hpa-same-resource': 'A HorizontalPodAutoscaler scales on the same resource.',
  'eviction-requirement': 'The eviction requirements of the VPA do not hold.',
  'exceeds-largest-node': 'No node could ever hold the pod with the recommended requests.',
  'exceeds-quota': 'The quota of the namespace has no room for the recommended requests.',
  'exceeds-limit-range': 'The recommended requests break a LimitRange of the namespace.',
  'loop-broken': 'Replacements came back without the target too often; evicting more would change nothing.',
  'awaiting-verification':
    'The replacements of pods evicted before have yet to show that they get the target.',
  'too-few-replicas': 'There are fewer live pods than the minimum for updates.',
  'replicas-unknown': 'The controller of the pod does not say how many replicas it wants.',
  'tolerance-used-up': 'As many pods are away as may be away at once.',
  'disruption-budget': 'A disruption budget allows no eviction now.',
  'rate-limited': 'The limit on actions a second is reached.',
  'vpa-rate-limited': 'The limit on actions for this VPA is reached.',
  'warming-up':
    'After a start only a few pods are changed a minute, until all that waited have had their turn.',
  'resize-under-way': 'A resize asked for before is not finished yet.',
  'in-place-only': 'The update mode InPlace never evicts.',
  'startup-boosted': 'The startup boost still holds, so its CPU is not compared.',
  'action-failed': 'The last attempt failed; the next one waits.',
} as const;

export type ReasonCode = keyof typeof REASONS;

/** What ends a wait that no clock ends. */
export const AWAITED_EVENTS = {
  resume: 'somebody resumes',
  'cluster-followed': 'the API server can be watched again',
  'admission-alive': 'the admission controller reports again',
  'pod-patched': 'a pod is created with the recommendation, or none without it for half an hour',
  'recommendation-changed': 'the recommendation changes',
  'conflict-resolved': 'only one autoscaler is left on the resource',
  'node-added': 'a larger node joins or the recommendation falls',
  'quota-freed': 'the quota is raised or other pods leave',
  'something-changed': 'the policy changes, or a new pod comes up with the target',
  'replacement-seen': 'the replacement of an evicted pod runs',
  'replicas-up': 'more replicas run',
  'budget-allows': 'the disruption budget allows it',
  'resize-finished': 'the kubelet finishes the resize',
  'samples-gathered': 'more usage samples come in',
  'pod-ready': 'the pod becomes ready',
  'attempt-succeeds': 'the pod or the policy changes',
} as const;

export type AwaitedEvent = keyof typeof AWAITED_EVENTS;

interface OnContainer {
  container: string;
}
interface OnRequest extends OnContainer {
  resource: Resource;
  request: number;
  target: number;
}
interface Ratio {
  difference: number;
  threshold: number;
}
interface Room {
  resource: Resource;
  /** What the pod would ask for and what there is, in millicores or bytes. */
  asked: number;
  room: number;
}
interface Replicas {
  controller: string;
  configured: number;
  /** Pods that run, and are ready where the pod in question is. */
  running: number;
  tolerance: number;
  /** Pods chosen in this pass, or being resized. */
  chosen: number;
}

/** The numbers behind each reason; amounts in millicores or bytes, times in Unix milliseconds. */
export interface EvidenceOf {
  'request-missing': OnContainer & { resource: Resource; target: number };
  'outside-bounds': OnRequest & { lowerBound?: number; upperBound?: number };
  'oom-killed': OnContainer & { startedMs: number; finishedMs: number; withinMs: number };
  'old-and-different': Ratio & { startedMs: number; minimumAgeMs: number };
  'startup-boost-over': OnContainer & { readySinceMs: number; boostedForMs: number };
  'resize-infeasible': { message: string };
  'resize-failed': { message: string };
  'resize-deferred-too-long': { sinceMs: number; longestMs: number };
  'resize-in-progress-too-long': { sinceMs: number; longestMs: number };
  'resize-refused': { message: string; atMs: number };
  'within-bounds': Ratio;
  'mode-off': object;
  'mode-initial': object;
  'mode-gate-closed': { mode: string };
  'no-recommendation': object;
  'not-observed': { observed: string };
  'pod-finished': { phase: string };
  'pod-terminating': object;
  'pod-unscheduled': object;
  'no-controller': object;
  'oom-without-change': OnContainer;
  'too-young': Ratio & { startedMs: number; minimumAgeMs: number };
  unreadable: { object: string; message: string };
  stopped: { scope: string; who: string; atMs: number };
  'cluster-unfollowed': { kinds: string };
  'lease-missing': { lease: string };
  'lease-stale': { lease: string; renewedMs: number; longestMs: number };
  'pods-unpatched': { message: string; sinceMs: number };
  'low-confidence': { sampledMs: number; neededMs: number };
  'two-vpas': { other: string; resource: Resource };
  'hpa-same-resource': { autoscaler: string; resource: Resource };
  'eviction-requirement': { resources: string; requirement: string };
  'exceeds-largest-node': Room;
  'exceeds-quota': Room & { quota: string };
  'exceeds-limit-range': Room & { limitRange: string };
  'loop-broken': { misses: number; limit: number; sinceMs: number };
  'awaiting-verification': { outstanding: number; misses: number; limit: number };
  'too-few-replicas': { controller: string; live: number; minimum: number };
  'replicas-unknown': { controller: string };
  'tolerance-used-up': Replicas;
  'disruption-budget': { budget: string; allowed: number; healthy: number; desired: number };
  'rate-limited': { perSecond: number };
  'vpa-rate-limited': { perMinute: number };
  'warming-up': { perMinute: number; endsMs: number };
  'resize-under-way': { state: 'deferred' | 'in-progress' | 'asked'; sinceMs?: number; message: string };
  'in-place-only': object;
  'startup-boosted': OnContainer & { endsMs?: number };
  'action-failed': { message: string; attempts: number; atMs: number };
}

/** One reason with its evidence. */
export type Reason = { [Code in ReasonCode]: { code: Code } & EvidenceOf[Code] }[ReasonCode];
