import { APPLY_FOR_MS, APPLY_NOW_ANNOTATION } from '../decide/features/apply-now/asked-now';
import { MERGE_PATCH } from '../kube/client';
import type { Author } from '../kube/identity';
import type { RoleContext } from '../kube/role-context';
import { AppError } from '../lib/report/errors';
import { aboutVpa } from '../words/object-fault';
import { isoTime } from '../words/times';
import { patchVpa } from './patch-vpa';
import type { OperationsPorts } from './ports';
import type { OperationsSettings } from './settings';

/** In these modes no running pod is changed, however much it is asked for. */
const IDLE_MODES: readonly (string | undefined)[] = ['Off', 'Initial'];

/**
 * Lets changes of the pods of a VPA that only their time holds back be made in the next passes.
 * @returns until when, Unix milliseconds
 * @throws AppError `not-found`, `conflict` if its mode changes no running pod, `forbidden`, `cluster-error`
 */
export async function applyNow(
  context: RoleContext<OperationsSettings>,
  { store }: Pick<OperationsPorts, 'store'>,
  place: { namespace: string; name: string },
  author: Author,
): Promise<{ untilMs: number }> {
  const { caches, clock } = context;
  const vpa = caches.vpas.get(place.namespace, place.name);
  if (!vpa) throw new AppError('not-found', aboutVpa(place));
  const mode = vpa.spec.updatePolicy?.updateMode;
  if (IDLE_MODES.includes(mode))
    throw new AppError('conflict', `mode ${mode} changes no running pod: set another mode first`);
  const untilMs = clock.now() + APPLY_FOR_MS;
  const body = { metadata: { annotations: { [APPLY_NOW_ANNOTATION]: isoTime(untilMs) } } };
  await patchVpa(
    { change: 'apply-now', ...place, before: null, after: { untilMs } },
    { body, contentType: MERGE_PATCH },
    { context, store, author },
  );
  return { untilMs };
}
