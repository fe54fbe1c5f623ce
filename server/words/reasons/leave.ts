import { type Distance, distance, type OnContainer } from './clauses';
import { row } from './row';

/** Why a pod is left alone. */
export const LEAVE_REASONS = {
  'within-bounds': row('The requests are within bounds and close to the target.', (found: Distance) =>
    distance(found),
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
  unreadable: row(
    'A field of the pod or of its VPA cannot be read.',
    ({ object, message }: { object: string; message: string }) => `${object}: ${message}`,
  ),
};
