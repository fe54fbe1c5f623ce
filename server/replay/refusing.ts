import type { Config } from '@/server/config';
import { RECOMMENDER_NAMES } from '@/server/decide/estimators/recommenders';
import { AppError } from '@/server/lib/report/errors';
import type { VerticalPodAutoscaler } from '@/server/objects/vpa-types';
import { aboutVpa } from '@/server/words/object-fault';
import { MOST_WORKLOADS, type ReplayRequest } from '../contract/replays';
import type { ReplayWorkload } from './engine/workload';
import { deciderFor, PolicyFault } from './live/decider';
import { replayedPolicy, replaySettings } from './policies';

/** Refuses a request that cannot be carried out. @throws AppError `not-found`, `invalid` naming the field */
export function refuseUnusable(
  { scope, variants }: ReplayRequest,
  vpas: readonly VerticalPodAutoscaler[],
  config: Config,
): void {
  const [first] = vpas;
  if (!first) {
    if (scope.kind === 'vpa') throw new AppError('not-found', aboutVpa(scope));
    throw new AppError('not-found', scope.kind === 'namespace' ? `no VPA in ${scope.namespace}` : 'no VPA');
  }
  if (vpas.length > MOST_WORKLOADS)
    throw invalid(
      'scope',
      `has ${vpas.length} workloads, and a replay takes at most ${MOST_WORKLOADS}; choose a namespace`,
    );
  const names = [...RECOMMENDER_NAMES, config.recommenderName];
  for (const [index, { recommender = 'default' }] of variants.entries())
    if (!names.includes(recommender))
      throw invalid(`variants.${index}.recommender`, `must be one of ${[...new Set(names)].join(', ')}`);
  if (scope.kind !== 'vpa') return;
  const settings = replaySettings(config);
  for (const [index, variant] of variants.entries()) {
    try {
      deciderFor(nothingOf(first), { ...replayedPolicy(first, variant, config), config: settings });
    } catch (error) {
      if (error instanceof PolicyFault || error instanceof TypeError)
        throw invalid(`variants.${index}`, `"${variant.name}" cannot be used: ${error.message}`);
      throw error;
    }
  }
}

function invalid(field: string, message: string): AppError {
  return new AppError('invalid', `${field}: ${message}`, [{ field, message }]);
}

/** A workload without a past, to see whether a policy can be used. */
function nothingOf({ metadata: { namespace = '', name } }: VerticalPodAutoscaler): ReplayWorkload {
  const usage = [{ cpuMillicores: [], memoryBytes: [] }];
  const containers = [{ name: 'app', requests: {}, limits: {}, usage }];
  return { namespace, name, startMs: 0, stepMs: 60_000, steps: 0, replicas: 1, containers };
}
