import type { RequestedResource, Resource } from '../../objects/units';
import { formatAmounts, resourceName } from '../amounts';
import type { LeftAlone } from '../decisions';
import { WORSE, type WorseKind } from '../outcomes';
import { formatDuration } from '../times';
import { type Distance, distance, type OnContainer } from './clauses';
import { row } from './row';

const CAPS = {
  policy: 'its policy caps the target at',
  'limit-range': 'a LimitRange caps the target at',
  pod: 'the resources that the pod states as a whole cap the target at',
  node: 'the largest node caps the target at',
} as const;

/** Why a pod is left alone. */
export const LEAVE_REASONS = {
  'within-bounds': row('The requests are within bounds and close to the target.', (found: Distance) =>
    distance(found),
  ),
  'at-capped-target': row(
    'The target is capped below what the usage needs.',
    (found: OnContainer & { resource: Resource; target: number; needed: number; cap: keyof typeof CAPS }) => {
      const [needed, target] = formatAmounts(found.resource, [found.needed, found.target]);
      return `${found.container} needs ${needed} of ${resourceName(found.resource)}, ${CAPS[found.cap]} ${target}`;
    },
  ),
  'held-at-former': row(
    'A change was undone, so the requests stay as they were before it.',
    (
      found: OnContainer & {
        resource: RequestedResource;
        how: WorseKind;
        failed: string;
        held: number;
        tried: number;
        untilMs: number;
      },
      nowMs,
    ) => {
      const [held, tried] = formatAmounts(found.resource, [found.held, found.tried]);
      return (
        `${resourceName(found.resource)} of ${found.container} stays at ${held}: with ${tried}, ${found.failed} ${WORSE[found.how]}; ` +
        `it is tried again in ${formatDuration(found.untilMs - nowMs)}`
      );
    },
  ),
  'mode-off': row('Update mode Off only recommends.'),
  'mode-initial': row('Update mode Initial only sets the requests of new pods.'),
  'mode-gate-closed': row(
    'The update mode needs a feature that is turned off.',
    ({ mode }: { mode: string }) => `mode ${mode}`,
  ),
  'other-vpa-acts': row(
    'Another VPA acts on the pods of this target.',
    ({ vpa }: { vpa: string }) => `VPA ${vpa}`,
  ),
  'no-recommendation': row('No container of the pod has a recommendation.'),
  'not-observed': row(
    'The pod was admitted without the containers that have a recommendation.',
    ({ observed }: { observed: string }) => `admission saw ${observed || 'none'}`,
  ),
  'pod-finished': row('The pod has finished.', ({ phase }: { phase: string }) => `phase ${phase}`),
  'pod-terminating': row('The pod is being deleted.'),
  'pod-unscheduled': row('The pod has no node yet.'),
  'no-controller': row('No controller would replace the pod.'),
  'oom-without-change': row(
    'A container was OOM-killed, but its requests would stay the same.',
    ({ container }: OnContainer) => container,
  ),
  'raised-in-vain': row(
    'A container was OOM-killed, and more memory did not help before: its target is held.',
    ({ container }: OnContainer) => container,
  ),
  unreadable: row(
    'A field of the pod or of its VPA cannot be read.',
    ({ object, message }: { object: string; message: string }) => `${object}: ${message}`,
  ),
};

/** The kind of each reason to leave a pod alone; a stop leaves those alone that it does not keep waiting. */
export const LEFT_ALONE_BY: Readonly<Record<keyof typeof LEAVE_REASONS | 'stopped', LeftAlone>> = {
  stopped: 'not-allowed',
  'within-bounds': 'at-target',
  'at-capped-target': 'at-target',
  'held-at-former': 'at-target',
  'oom-without-change': 'at-target',
  'raised-in-vain': 'at-target',
  'mode-off': 'not-allowed',
  'mode-initial': 'not-allowed',
  'mode-gate-closed': 'not-allowed',
  'other-vpa-acts': 'not-allowed',
  'no-recommendation': 'cannot',
  'not-observed': 'cannot',
  'pod-finished': 'cannot',
  'pod-terminating': 'cannot',
  'pod-unscheduled': 'cannot',
  'no-controller': 'cannot',
  unreadable: 'cannot',
};
