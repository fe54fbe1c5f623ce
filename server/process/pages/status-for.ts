import type { Reach } from '../../access';
import type { StopsView } from '../../operations/views';
import type { StatusAnswer } from './views';

/** A status, without what is about namespaces that the person may not read. */
export function statusFor(status: StatusAnswer, reach: Reach): StatusAnswer {
  if (reach.covers(undefined)) return status;
  const { stops, ...rest } = status;
  return { ...rest, blocking: [], ...(stops && { stops: stopsFor(stops, reach) }) };
}

/** The stops that concern what is within reach; how far they are is for readers of the whole cluster. */
export function stopsFor(stops: StopsView, reach: Reach): StopsView {
  if (reach.covers(undefined)) return stops;
  return {
    stops: stops.stops.filter(({ scope }) => scope.kind === 'all' || reach.covers(scope.namespace)),
    progress: { affected: 0, done: 0, restoring: 0, failed: 0 },
    outOfReach: [],
  };
}
