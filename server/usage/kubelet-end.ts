import { conditionOf } from '../objects/conditions';
import type { Pod } from '../objects/types';

/** Why a kubelet ended a pod: its node ran short of something, or a critical pod needed the room. */
export type KubeletEndKind = 'evicted' | 'preempted';

/** A pod that a kubelet ended by itself. */
export interface KubeletEnd {
  readonly kind: KubeletEndKind;
  /** Unix ms. */
  readonly atMs: number;
  /** In the kubelet's words. */
  readonly detail: string;
}

/** The `reason` of a pod's status (1.37, `pkg/kubelet/eviction/eviction_manager.go`, `pkg/kubelet/preemption/preemption.go`). */
const KINDS: ReadonlyMap<string | undefined, KubeletEndKind> = new Map([
  ['Evicted', 'evicted'],
  ['Preempting', 'preempted'],
]);
const LONGEST_DETAIL = 300;

/**
 * How a kubelet ended a pod; undefined if none did. What others end, by the Eviction API, a taint or the scheduler's
 * preemption, has other marks: no `reason` of these, or a `DisruptionTarget` of another.
 */
export function kubeletEndOf(pod: Pod): KubeletEnd | undefined {
  const { phase, reason, message, containerStatuses } = pod.status ?? {};
  const kind = KINDS.get(reason);
  if (phase !== 'Failed' || !kind) return undefined;
  const disrupted = conditionOf(pod, 'DisruptionTarget');
  if (disrupted?.status === 'True' && disrupted.reason !== 'TerminationByKubelet') return undefined;
  const ended = containerStatuses?.find(({ state }) => state?.terminated?.finishedAt)?.state?.terminated;
  const atMs = Date.parse(disrupted?.lastTransitionTime ?? ended?.finishedAt ?? '');
  if (Number.isNaN(atMs)) return undefined;
  const detail = (message || disrupted?.message || reason || '').trim().slice(0, LONGEST_DETAIL);
  return { kind, atMs, detail };
}
