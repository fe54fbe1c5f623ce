import { keyOfScope, stopStateOf } from '../../decide/pods/stop';
import type { Runtime } from '../../host/runtime';
import { AppError } from '../../lib/report/errors';

/** What reports are made of in this process. @throws AppError `not-ready` before the first connection */
export function reportSources(running: Runtime) {
  const { cluster, config, operations, handles } = running;
  if (!cluster || !operations) throw new AppError('not-ready');
  const entries = operations.stops.view().stops.map(({ scope, who, atMs, reason }) => {
    return [keyOfScope(scope), { who, atMs, ...(reason && { reason }) }] as const;
  });
  return {
    cluster,
    config,
    stops: stopStateOf(new Map(entries), config),
    shown: handles.updater?.shown,
    inUseBy: handles.recommender && ((workload: string) => handles.recommender?.inUseBy(workload)),
    trials: () => running.trials(),
  };
}
