import { AppError } from '../errors';
import { JSON_PATCH } from '../kube/client';
import type { Author } from '../kube/identity';
import { aboutVpa } from '../kube/object-fault';
import { API_RESOURCES, pathOf } from '../kube/resources';
import type { RoleContext } from '../kube/role-context';
import { untilShown } from '../kube/until-shown';
import type { VerticalPodAutoscaler } from '../kube/vpa-types';
import { type HeldAmounts, OUTCOME_ANNOTATION, outcomeText, readOutcome } from '../policy/outcome/state';
import { audited } from './audited';
import type { OperationsPorts } from './ports';
import { refusal } from './refusals';
import type { OperationsSettings } from './settings';

const PATH = `/metadata/annotations/${OUTCOME_ANNOTATION.replaceAll('/', '~1')}`;

/**
 * Ends holding a workload at its former requests, so that what was undone is tried again. If it does harm once more, the
 * former requests are held for twice as long.
 * @throws AppError `not-found`, `conflict` if nothing is held or it changed meanwhile, `forbidden`, `cluster-error`
 */
export async function tryAgain(
  { client, caches, clock, wallClock }: RoleContext<OperationsSettings>,
  { store }: Pick<OperationsPorts, 'store'>,
  place: { namespace: string; name: string },
  author: Author,
): Promise<{ untilMs: number }> {
  const { namespace, name } = place;
  const vpa = caches.vpas.get(namespace, name);
  if (!vpa) throw new AppError('not-found', aboutVpa(place));
  const { held, ...rest } = readOutcome(vpa);
  if (!held) throw new AppError('conflict', 'nothing is held: no change of this VPA was undone');
  const value = outcomeText(rest);
  const test = { op: 'test', path: PATH, value: vpa.metadata.annotations?.[OUTCOME_ANNOTATION] };
  const change = value === undefined ? { op: 'remove', path: PATH } : { op: 'replace', path: PATH, value };
  const [before, after] = [requestsOf(held, 'from'), requestsOf(held, 'to')];
  try {
    const made = await audited(
      { store, clock },
      { who: author.who, change: 'try-again', namespace, name, before, after },
      () =>
        client.request<VerticalPodAutoscaler>('PATCH', pathOf(API_RESOURCES.vpas, namespace, name), {
          body: [test, change],
          contentType: JSON_PATCH,
          as: author.as,
        }),
    );
    await untilShown(caches.vpas, made, wallClock);
    return { untilMs: held.untilMs };
  } catch (thrown) {
    throw refusal(thrown, author);
  }
}

/** Held or tried requests by container, for the record. */
function requestsOf({ containers }: HeldAmounts, side: 'from' | 'to') {
  return Object.fromEntries([...containers].map(([container, tried]) => [container, tried[side]]));
}
