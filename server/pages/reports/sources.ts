import type { Config } from '../../config';
import type { StopReport } from '../../contract/reports';
import type { InUse } from '../../decide/pods/in-use';
import { type StopState, stopFor } from '../../decide/pods/stop';
import type { CachedKind } from '../../kube/cached-kinds';
import type { ClusterContext } from '../../kube/role-context';
import { AppError } from '../../lib/report/errors';
import { WORKLOAD_KINDS } from '../../objects/workload-kinds';

/** What reports are made of: the same in a dashboard and in a process that asks the cluster itself. */
export interface ReportSources {
  readonly cluster: Pick<ClusterContext, 'caches' | 'targets'>;
  readonly config: Pick<
    Config,
    | 'vpaObjectNamespace'
    | 'ignoredVpaObjectNamespaces'
    | 'respectConflicts'
    | 'respectRoom'
    | 'featureCpuStartupBoost'
    | 'featurePerVpaConfig'
    | 'nativeSidecars'
    | 'cpuLimitStep'
    | 'featureInPlace'
    | 'writtenCpuStep'
    | 'writtenMemoryStep'
  >;
  readonly stops: StopState;
  /** What the pods of a workload, by its key, are seen to use now; absent if nobody measures here. */
  readonly inUseBy?: ((workload: string) => InUse | undefined) | undefined;
}

const KINDS = [
  'vpas',
  'pods',
  'podGroups',
  'limitRanges',
  'resourceQuotas',
  'horizontalPodAutoscalers',
  ...WORKLOAD_KINDS,
] as const satisfies readonly CachedKind[];

/**
 * Waits until what reports read is known.
 * @throws AppError `forbidden` or `cluster-error` if VPAs or pods cannot be read
 */
export async function knowing({ cluster: { caches } }: Pick<ReportSources, 'cluster'>): Promise<void> {
  caches.start(KINDS);
  await caches.settled(KINDS);
  for (const kind of ['vpas', 'pods'] as const) {
    const { [kind]: cache } = caches;
    const { state } = cache;
    if (cache.seen) continue;
    if (state.kind === 'forbidden')
      throw new AppError('forbidden', `list ${cache.resource.plural} in all namespaces`);
    if (state.kind === 'failing') throw new AppError('cluster-error', state.error.message);
    if (state.kind === 'absent')
      throw new AppError('cluster-error', `the API server serves no ${cache.resource.plural}`);
  }
}

/** The stop in force for a VPA. */
export function stopReport(stops: StopState, namespace: string, name: string): StopReport | undefined {
  const stop = stopFor(stops, namespace, name);
  return stop && { scope: stop.scope, ...stop.entry };
}
