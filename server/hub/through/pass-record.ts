import { AppError } from '../../lib/report/errors';
import type { ChangeRecord } from '../../store';
import type { Outcome } from '../../words/records';
import type { Asker } from '../signing-on';
import { passedRoute } from './passed-route';

interface Passed {
  member: string;
  asker: Asker;
  method: string;
  segments: readonly string[];
  /** Why there is no answer, or a refusal. */
  thrown: unknown;
}

/**
 * What the hub records of a change that it passed on, without any name of what is in the cluster: that has the rest in
 * its own record. Undefined for what
 * changes nothing, and for what was refused for its form.
 */
export function passRecord(
  { member, asker, method, segments, thrown }: Passed,
  atMs: number,
): ChangeRecord | undefined {
  const outcome = outcomeOf(thrown);
  const route = outcome && routeOf(method, segments);
  if (!outcome || !route?.changes) return undefined;
  return {
    kind: 'change',
    atMs,
    who: asker.name ?? '',
    change: 'clusters-change',
    namespace: '',
    name: member,
    outcome,
    detail: `${member}: ${route.changes}`,
    before: null,
    after: { route: `${method} ${route.pattern}` },
  };
}

function routeOf(method: string, segments: readonly string[]) {
  try {
    return passedRoute(method, segments);
  } catch {
    return undefined;
  }
}

/** Whether it was made: what a cluster that does not answer did with it is not known. */
function outcomeOf(thrown: unknown): Outcome | undefined {
  if (thrown === undefined) return 'done';
  if (!(thrown instanceof AppError)) return 'unavailable';
  if (thrown.code === 'cluster-away') return 'unavailable';
  return thrown.code === 'forbidden' ? 'refused' : undefined;
}
