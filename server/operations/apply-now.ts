import { AppError } from '../errors';
import { APPLY_FOR_MS, APPLY_NOW_ANNOTATION } from '../features/apply-now/asked-now';
import { MERGE_PATCH } from '../kube/client';
import type { Author } from '../kube/identity';
import { aboutVpa } from '../kube/object-fault';
import { API_RESOURCES, pathOf } from '../kube/resources';
import type { RoleContext } from '../kube/role-context';
import { untilShown } from '../kube/until-shown';
import type { VerticalPodAutoscaler } from '../kube/vpa-types';
import { isoTime } from '../words/times';
import { audited } from './audited';
import type { OperationsPorts } from './ports';
import { refusal } from './refusals';
import type { OperationsSettings } from './settings';

/** In these modes no running pod is changed, however much it is asked for. */
const IDLE_MODES: readonly (string | undefined)[] = ['Off', 'Initial'];

/**
 * Lets changes of the pods of a VPA that only their time holds back be made in the next passes.
 * @returns until when, Unix milliseconds
 * @throws AppError `not-found`, `conflict` if its mode changes no running pod, `forbidden`, `cluster-error`
 */
export async function applyNow(
  { client, caches, clock, wallClock }: RoleContext<OperationsSettings>,
  { store }: Pick<OperationsPorts, 'store'>,
  place: { namespace: string; name: string },
  author: Author,
): Promise<{ untilMs: number }> {
  const { namespace, name } = place;
  const vpa = caches.vpas.get(namespace, name);
  if (!vpa) throw new AppError('not-found', aboutVpa(place));
  const mode = vpa.spec.updatePolicy?.updateMode;
  if (IDLE_MODES.includes(mode))
    throw new AppError('conflict', `mode ${mode} changes no running pod: set another mode first`);
  const untilMs = clock.now() + APPLY_FOR_MS;
  try {
    const made = await audited(
      { store, clock },
      { who: author.who, change: 'apply-now', namespace, name, before: null, after: { untilMs } },
      () =>
        client.request<VerticalPodAutoscaler>('PATCH', pathOf(API_RESOURCES.vpas, namespace, name), {
          body: { metadata: { annotations: { [APPLY_NOW_ANNOTATION]: isoTime(untilMs) } } },
          contentType: MERGE_PATCH,
          as: author.as,
        }),
    );
    await untilShown(caches.vpas, made, wallClock);
    return { untilMs };
  } catch (thrown) {
    throw refusal(thrown, author);
  }
}
