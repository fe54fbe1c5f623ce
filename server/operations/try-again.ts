import { AppError } from '../errors';
import { JSON_PATCH } from '../kube/client';
import type { Author } from '../kube/identity';
import { aboutVpa } from '../kube/object-fault';
import { API_RESOURCES, pathOf } from '../kube/resources';
import type { RoleContext } from '../kube/role-context';
import { untilShown } from '../kube/until-shown';
import type { VerticalPodAutoscaler } from '../kube/vpa-types';
import { heldIn, OUTCOME_ANNOTATION, outcomesText, readOutcomes } from '../policy/outcome/state';
import { ALL_PODS, partText } from '../words/outcome-parts';

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
  const outcomes = readOutcomes(vpa);
  const held = heldIn(outcomes);
  if (held.length === 0) throw new AppError('conflict', 'nothing is held: no change of this VPA was undone');
  const value = outcomesText(new Map([...outcomes].map(([part, { held: _no, ...rest }]) => [part, rest])));
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
    return { untilMs: Math.max(...held.map(([, { untilMs }]) => untilMs)) };
  } catch (thrown) {
    throw refusal(thrown, author);
  }
}

/** Held or tried requests by container, and by part of the pods if they are unlike, for the record. */
function requestsOf(held: ReturnType<typeof heldIn>, side: 'from' | 'to') {
  const entries = held.flatMap(([part, { containers }]) =>
    [...containers].map(([container, tried]) => {
      const of = part === ALL_PODS ? container : `${container} (${partText(part)})`;
      return [of, tried[side]] as const;
    }),
  );
  return Object.fromEntries(entries);
}
