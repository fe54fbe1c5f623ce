import { heldIn, OUTCOME_ANNOTATION, outcomesText, readOutcomes } from '../decide/pods/outcome/state';
import { JSON_PATCH } from '../kube/client';
import type { Author } from '../kube/identity';
import type { RoleContext } from '../kube/role-context';
import { AppError } from '../lib/report/errors';
import type { VerticalPodAutoscaler } from '../objects/vpa-types';
import { aboutVpa } from '../words/object-fault';
import { ALL_PODS, partText } from '../words/outcome-parts';

import { patchVpa } from './patch-vpa';
import type { OperationsPorts } from './ports';
import type { OperationsSettings } from './settings';

const PATH = `/metadata/annotations/${OUTCOME_ANNOTATION.replaceAll('/', '~1')}`;

/**
 * Ends holding a workload at its former requests, so that what was undone is tried again. If it does harm once more, the
 * former requests are held for twice as long.
 * @throws AppError `not-found`, `conflict` if nothing is held or it changed meanwhile, `forbidden`, `cluster-error`
 */
export async function tryAgain(
  context: RoleContext<OperationsSettings>,
  { store }: Pick<OperationsPorts, 'store'>,
  place: { namespace: string; name: string },
  author: Author,
): Promise<{ untilMs: number }> {
  const { vpa, held, value } = heldOf(context, place);
  const test = { op: 'test', path: PATH, value: vpa.metadata.annotations?.[OUTCOME_ANNOTATION] };
  const change = value === undefined ? { op: 'remove', path: PATH } : { op: 'replace', path: PATH, value };
  const [before, after] = [requestsOf(held, 'from'), requestsOf(held, 'to')];
  await patchVpa(
    { change: 'try-again', ...place, before, after },
    { body: [test, change], contentType: JSON_PATCH },
    { context, store, author },
  );
  return { untilMs: Math.max(...held.map(([, { untilMs }]) => untilMs)) };
}

/** The VPA as it would be if nothing of it was held any more. @throws AppError `not-found`, `conflict` if nothing is held */
export function triedAgain(
  context: Pick<RoleContext<OperationsSettings>, 'caches'>,
  place: { namespace: string; name: string },
): VerticalPodAutoscaler {
  const { vpa, value } = heldOf(context, place);
  const { [OUTCOME_ANNOTATION]: _former, ...others } = vpa.metadata.annotations ?? {};
  const annotations = value === undefined ? others : { ...others, [OUTCOME_ANNOTATION]: value };
  return { ...vpa, metadata: { ...vpa.metadata, annotations } };
}

/** What is held of a VPA, and its annotation without that. @throws AppError `not-found`, `conflict` if nothing is held */
function heldOf(
  { caches }: Pick<RoleContext<OperationsSettings>, 'caches'>,
  place: { namespace: string; name: string },
) {
  const vpa = caches.vpas.get(place.namespace, place.name);
  if (!vpa) throw new AppError('not-found', aboutVpa(place));
  const outcomes = readOutcomes(vpa);
  const held = heldIn(outcomes);
  if (held.length === 0) throw new AppError('conflict', 'nothing is held: no change of this VPA was undone');
  const value = outcomesText(new Map([...outcomes].map(([part, { held: _no, ...rest }]) => [part, rest])));
  return { vpa, held, value };
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
