import type { CachedKind } from '../../kube/cached-kinds';
import { ClusterCaches } from '../../kube/caches';
import { isKubeError, type KubeClient } from '../../kube/client';
import { AppError } from '../../lib/report/errors';
import { silentLogger } from '../../lib/report/log';
import { groupResource } from '../../objects/resources';
import { LASTING_KINDS } from '../../objects/workload-kinds';
import { AskedNamespaces } from '../core/namespaces';
import type { ScanOptions } from '../options';

/** Without the pods there is nothing to look at. */
const NEEDED = ['pods'] as const satisfies readonly CachedKind[];

/** What is not known without a kind. */
const HELPFUL: Partial<Record<CachedKind, string>> = {
  vpas: 'VPAs on workloads count as absent',
  horizontalPodAutoscalers: 'amounts that an HPA scales on are not left alone',
  limitRanges: 'LimitRanges are not heeded',
  resourceQuotas: 'quotas are not heeded',
  nodes: 'targets may exceed what the nodes have, and how many nodes would do is not known',
  controllerRevisions:
    'when the templates of StatefulSets and DaemonSets last changed is not known, so all usage counts',
  checkpoints: 'what a VPA learned before is not used',
  ...Object.fromEntries(LASTING_KINDS.map((kind) => [kind, 'those workloads are missing'])),
};

const KINDS = [...NEEDED, ...(Object.keys(HELPFUL) as CachedKind[])];

export interface Listed {
  readonly caches: ClusterCaches;
  /** What could not be read, and what that means. */
  readonly notes: readonly string[];
}

/**
 * Lists what a scan looks at, once; the caches follow nothing.
 * @throws AppError `forbidden` naming the right, or `cluster-error`; the signal's reason
 */
export async function listCluster(
  client: KubeClient,
  { namespaces, selector }: Pick<ScanOptions, 'namespaces' | 'selector'>,
  stopping: AbortSignal,
  reached: (done: number, total: number) => void,
): Promise<Listed> {
  const namespace = new AskedNamespaces(namespaces).one;
  const caches = new ClusterCaches(client, {
    log: silentLogger,
    once: true,
    ...(namespace !== undefined && { namespace }),
    ...(selector !== undefined && { workloadSelector: selector }),
  });
  const stopped = new Promise<never>((_, reject) =>
    stopping.addEventListener('abort', () => reject(stopping.reason), { once: true }),
  );
  stopped.catch(() => undefined);
  try {
    stopping.throwIfAborted();
    caches.start(KINDS);
    let done = 0;
    await Promise.race([
      stopped,
      Promise.all(KINDS.map((kind) => caches.settled([kind]).then(() => reached(++done, KINDS.length)))),
    ]);
  } finally {
    await caches.stop();
  }
  const notes: string[] = [];
  for (const kind of KINDS) {
    const { state, resource, seen } = caches[kind];
    if (seen || state.kind === 'absent') continue;
    const isOfAll = namespace === undefined || !resource.namespaced;
    const where = isOfAll ? 'in all namespaces' : `in ${namespace}`;
    const right = `list ${groupResource(resource)} ${where}`;
    const why = 'error' in state ? state.error.message : 'it was not listed';
    // A selector that cannot be read is no lack of the cluster.
    if (state.kind === 'failing' && isKubeError(state.error, 'invalid')) throw state.error;
    if (NEEDED.some((one) => one === kind)) {
      if (state.kind === 'forbidden')
        throw new AppError(
          'forbidden',
          namespaces && isOfAll ? `${right}, as several of -n or a pattern need` : right,
        );
      throw new AppError('cluster-error', why);
    }
    notes.push(
      state.kind === 'forbidden'
        ? `This account may not ${right}: ${HELPFUL[kind]}.`
        : `${groupResource(resource)} could not be listed (${why}): ${HELPFUL[kind]}.`,
    );
  }
  return { caches, notes };
}
