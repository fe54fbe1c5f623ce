import { KEPT_THRESHOLDS_ANNOTATION } from '../../decide/features/with-hpa/hpa-thresholds';
import type { Retarget, Rewrite } from '../../decide/running/hpa-rewrite';
import { isKubeError, type KubeClient, MERGE_PATCH } from '../../kube/client';
import { API_RESOURCES, pathOf } from '../../objects/resources';
import type { HorizontalPodAutoscaler } from '../../objects/types';
import type { ChangeRecord } from '../../store';
import { keptText, retargetText } from '../../words/with-hpa';

/** How often a change of somebody else at the same moment is answered by reading again. */
const MOST_READS = 3;

/** The name under which the record and events know what nobody asked for. */
export const ITSELF = 'plumbline';

/**
 * Reads an HPA, decides on that, and writes it if it is still the same; again after a conflict. Returns what
 * was written, with the HPA as it then is, undefined if nothing was to be.
 * @throws KubeError
 */
export async function rewriteHpa(
  client: Pick<KubeClient, 'request'>,
  { namespace, name }: { namespace: string; name: string },
  decide: (hpa: HorizontalPodAutoscaler) => Rewrite | undefined,
  beforeSend?: () => void,
): Promise<(Rewrite & { hpa: HorizontalPodAutoscaler }) | undefined> {
  const path = pathOf(API_RESOURCES.horizontalPodAutoscalers, namespace, name);
  for (let reads = 1; ; reads++) {
    const hpa = await client.request<HorizontalPodAutoscaler>('GET', path);
    const rewrite = decide(hpa);
    if (!rewrite) return undefined;
    try {
      const written = await client.request<HorizontalPodAutoscaler>('PATCH', path, {
        body: bodyOf(hpa, rewrite),
        contentType: MERGE_PATCH,
        beforeSend,
      });
      return { ...rewrite, hpa: written };
    } catch (thrown) {
      if (!isKubeError(thrown, 'conflict') || reads === MOST_READS) throw thrown;
    }
  }
}

function bodyOf({ metadata: { uid, resourceVersion } }: HorizontalPodAutoscaler, rewrite: Rewrite) {
  const { metrics, thresholds } = rewrite;
  const text = Object.keys(thresholds).length > 0 ? JSON.stringify(thresholds) : null;
  return {
    metadata: { uid, resourceVersion, annotations: { [KEPT_THRESHOLDS_ANNOTATION]: text } },
    ...(metrics && { spec: { metrics } }),
  };
}

/** The record of rewritten targets. */
export function retargetRecord(
  place: { readonly namespace: string; readonly vpa: string; readonly hpa: string },
  retargets: readonly Retarget[],
  who: string,
  atMs: number,
): ChangeRecord {
  const percents = (of: (one: Retarget) => number) => ({
    horizontalPodAutoscaler: place.hpa,
    averageUtilization: Object.fromEntries(retargets.map((one) => [keptText(one), of(one)] as const)),
  });
  return {
    kind: 'change',
    atMs,
    who,
    change: 'hpa-target',
    namespace: place.namespace,
    name: place.vpa,
    outcome: 'done',
    detail: retargets.map(retargetText).join('; '),
    before: percents(({ from }) => from),
    after: percents(({ percent }) => percent),
  };
}
