import { isDeepStrictEqual } from 'node:util';
import { selectorOfGroup } from '../../kube/pod-group-index';
import { toKubeTime } from '../../lib/time/clock';
import type { PodGroup } from '../../objects/plumbline-types';
import { formatSelector } from '../../objects/selector';

type GroupStatus = NonNullable<PodGroup['status']>;

/** What the whole namespace is called in a scale, where an empty selector counts as none. */
export const WHOLE_NAMESPACE = '!plumbline.dev/on-no-pod';

/**
 * The status of a group: its selector as text, as a scale needs it, and how many pods it selects.
 * @param nowMs dates a condition that changed
 */
export function groupStatus(group: PodGroup, pods: number, nowMs: number): GroupStatus {
  const read = selectorOfGroup(group);
  const isReady = read.kind === 'selector';
  const { generation } = group.metadata;
  const former = group.status?.conditions?.find(({ type }) => type === 'Ready');
  const status = isReady ? 'True' : 'False';
  return {
    ...(generation !== undefined && { observedGeneration: generation }),
    ...(isReady && { selector: formatSelector(read.selector) || WHOLE_NAMESPACE }),
    replicas: isReady ? pods : 0,
    conditions: [
      {
        type: 'Ready',
        status,
        reason: isReady ? 'Selects' : 'SelectorInvalid',
        message: isReady ? '' : read.detail,
        lastTransitionTime: (former?.status === status && former.lastTransitionTime) || toKubeTime(nowMs),
      },
    ],
  };
}

export function isSameStatus(a: PodGroup['status'], b: GroupStatus): boolean {
  return isDeepStrictEqual(a, b);
}
