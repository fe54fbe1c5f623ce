import {
  POD_RECOMMENDATION_ANNOTATION,
  podRecommendationIn,
  podRecommendationText,
} from '@/server/decide/pods/pod-level/recommendation';
import { podLevelPolicy } from '@/server/decide/pods/pod-level/stated';
import { isKubeError, type KubeClient, MERGE_PATCH } from '@/server/kube/client';
import type { ProblemReporter } from '@/server/kube/problems';
import { errorText } from '@/server/lib/report/errors';
import { fewAtATime } from '@/server/lib/time/few-at-a-time';
import { API_RESOURCES, pathOf } from '@/server/objects/resources';
import type { RecommendedContainerResources } from '@/server/objects/vpa-types';
import { aboutVpa } from '@/server/words/object-fault';
import type { VpaRecord } from '../books/vpa-record';
import { nearBounds, sameTargets } from './recommendation-diff';

const WRITES_AT_ONCE = 4;

type Written = Pick<VpaRecord, 'namespace' | 'name' | 'vpa' | 'wholePod'>;

/** Writes what is recommended for pods as a whole on their VPAs, where updater and admission read it. */
export class WholePodWriter {
  constructor(
    private readonly client: Pick<KubeClient, 'request'>,
    private readonly problems: ProblemReporter,
    /** Asked before each write: whether this process is the one that writes. */
    private readonly mayWrite: () => boolean,
  ) {}

  /** Writes what changed, and takes back what is no longer asked for; what cannot be written follows with the next pass. */
  async write(records: Iterable<Written>, stopping: AbortSignal): Promise<void> {
    const due: { record: Written; text: string | null }[] = [];
    for (const record of records) {
      const text = textDue(record);
      if (text !== undefined) due.push({ record, text });
    }
    await fewAtATime(due, (one) => this.writeOne(one.record, one.text), {
      atOnce: WRITES_AT_ONCE,
      goesOn: () => !stopping.aborted && this.mayWrite(),
    });
  }

  private async writeOne({ namespace, name, vpa }: Written, text: string | null): Promise<void> {
    const about = aboutVpa({ namespace, name });
    try {
      await this.client.request('PATCH', pathOf(API_RESOURCES.vpas, namespace, name), {
        body: { metadata: { uid: vpa.metadata.uid, annotations: { [POD_RECOMMENDATION_ANNOTATION]: text } } },
        contentType: MERGE_PATCH,
      });
      this.problems.clear('pod-recommendation-not-written', about);
    } catch (error) {
      if (isKubeError(error, 'not-found', 'gone'))
        this.problems.clear('pod-recommendation-not-written', about);
      else if (!isKubeError(error, 'conflict', 'too-many', 'unreachable', 'timeout', 'unauthorized'))
        this.problems.report('pod-recommendation-not-written', about, errorText(error));
    }
  }
}

/** What the annotation should become; `null` removes it, undefined leaves it. */
export function textDue({ vpa, wholePod }: Pick<VpaRecord, 'vpa' | 'wholePod'>): string | null | undefined {
  const isThere = vpa.metadata.annotations?.[POD_RECOMMENDATION_ANNOTATION] !== undefined;
  if (!podLevelPolicy(vpa)) return isThere ? null : undefined;
  if (!wholePod) return undefined;
  const before = podRecommendationIn(vpa);
  return before && isNear(before, wholePod.recommendation)
    ? undefined
    : podRecommendationText(wholePod.recommendation);
}

/** Whether only bounds differ, by less than a tenth: as for a status, that is not worth a write. */
function isNear(before: RecommendedContainerResources, now: RecommendedContainerResources): boolean {
  const [a, b] = [before, now].map((one) => ({ containerRecommendations: [one] }));
  return sameTargets(a, b) && nearBounds(a, b);
}
