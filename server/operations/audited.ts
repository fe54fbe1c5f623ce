import type { StopScope } from '../decide/pods/stop';
import { isRefusal } from '../kube/failures';
import { errorText } from '../lib/report/errors';
import type { Clock } from '../lib/time/clock';
import type { ChangeRecord, JournalWriter } from '../store';

/** A change as recorded, without its outcome. */
export type AuditedChange = Pick<ChangeRecord, 'who' | 'change' | 'namespace' | 'name' | 'before' | 'after'>;

/** The outcome of a change that was neither done nor refused as a whole. */
type Ending = Partial<Pick<ChangeRecord, 'outcome' | 'detail' | 'after'>>;

/**
 * The last two steps of every change: performs it, then records who did it, what was before and after and the
 * outcome. `act` begins at once; if the process ends during it, a gap covers it.
 */
export async function audited<T>(
  { store, clock }: { store: Pick<JournalWriter, 'begin'>; clock: Clock },
  change: AuditedChange,
  act: () => Promise<T>,
  endingOf: (result: T) => Ending = () => ({}),
): Promise<T> {
  const record = store.begin();
  const ended = (ending: Ending): ChangeRecord => ({
    kind: 'change',
    atMs: clock.now(),
    outcome: 'done',
    detail: '',
    ...change,
    ...ending,
  });
  let result: T;
  try {
    result = await act();
  } catch (thrown) {
    const detail = errorText(thrown);
    // Without a definite answer it may have been done.
    record(ended({ outcome: isRefusal(thrown) ? 'refused' : 'unavailable', detail }));
    throw thrown;
  }
  record(ended(endingOf(result)));
  return result;
}

/** The object a change of this scope is recorded under. */
export function auditedPlace(scope: StopScope): Pick<ChangeRecord, 'namespace' | 'name'> {
  return {
    namespace: scope.kind === 'all' ? '' : scope.namespace,
    name: scope.kind === 'vpa' ? scope.name : '',
  };
}
