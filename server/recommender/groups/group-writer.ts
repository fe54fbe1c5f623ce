import {
  GROUPS_ANNOTATION,
  type GroupRecommendation,
  groupsIn,
  groupsText,
} from '@/server/decide/features/node-scope/group-recommendations';
import { isKubeError, type KubeClient, MERGE_PATCH } from '@/server/kube/client';
import type { ProblemReporter } from '@/server/kube/problems';
import { errorText } from '@/server/lib/report/errors';
import { fewAtATime } from '@/server/lib/time/few-at-a-time';
import { API_RESOURCES, pathOf } from '@/server/objects/resources';
import { aboutVpa } from '@/server/words/object-fault';
import type { VpaRecord } from '../books/vpa-record';
import { nearBounds, sameTargets } from '../status/recommendation-diff';
import type { VpaGroups } from './vpa-groups';

const WRITES_AT_ONCE = 4;
/** All annotations of an object may have 256 KiB together. */
const LONGEST_TEXT = 150_000;

/** Writes what is recommended for groups of nodes on their VPAs, where updater and admission read it. */
export class GroupWriter {
  constructor(
    private readonly client: Pick<KubeClient, 'request'>,
    private readonly problems: ProblemReporter,
    /** Asked before each write: whether this process is the one that writes. */
    private readonly mayWrite: () => boolean = () => true,
  ) {}

  /** Writes what changed; what cannot be written follows with the next pass. */
  async write(records: Iterable<VpaRecord>, stopping: AbortSignal): Promise<void> {
    const due: { record: VpaRecord; text: string | null }[] = [];
    for (const record of records) {
      const text = textDue(record);
      if (text !== undefined) due.push({ record, text });
    }
    await fewAtATime(due, (one) => this.writeOne(one.record, one.text), {
      atOnce: WRITES_AT_ONCE,
      goesOn: () => !stopping.aborted && this.mayWrite(),
    });
  }

  private async writeOne({ namespace, name, vpa }: VpaRecord, text: string | null): Promise<void> {
    const about = aboutVpa({ namespace, name });
    try {
      await this.client.request('PATCH', pathOf(API_RESOURCES.vpas, namespace, name), {
        body: { metadata: { uid: vpa.metadata.uid, annotations: { [GROUPS_ANNOTATION]: text } } },
        contentType: MERGE_PATCH,
      });
      this.problems.clear('groups-not-written', about);
    } catch (error) {
      if (isKubeError(error, 'not-found', 'gone')) this.problems.clear('groups-not-written', about);
      else if (!isKubeError(error, 'conflict', 'too-many', 'unreachable', 'timeout', 'unauthorized'))
        this.problems.report('groups-not-written', about, errorText(error));
    }
  }
}

/** What the annotation should become; `null` removes it, undefined leaves it. */
function textDue({ vpa, groups }: VpaRecord): string | null | undefined {
  const isThere = vpa.metadata.annotations?.[GROUPS_ANNOTATION] !== undefined;
  if (!groups) return isThere ? null : undefined;
  const wanted = groupsToWrite(groups);
  if (wanted.length === 0) return undefined;
  if (isThere && isNear(groupsIn(vpa), wanted)) return undefined;
  return textWithin(groups.scope, wanted);
}

function groupsToWrite({ byValue }: VpaGroups): GroupRecommendation[] {
  return [...byValue.values()]
    .flatMap(({ value, recommendation }) =>
      recommendation?.containerRecommendations?.length
        ? [{ scopeValue: value, containerRecommendations: recommendation.containerRecommendations }]
        : [],
    )
    .sort((a, b) => (a.scopeValue < b.scopeValue ? -1 : 1));
}

/** As many groups as an annotation has room for; the pods of the others get the largest. */
function textWithin(scope: string, groups: readonly GroupRecommendation[]): string {
  const text = groupsText(scope, groups);
  return text.length <= LONGEST_TEXT
    ? text
    : textWithin(scope, groups.slice(0, Math.floor(groups.length / 2)));
}

/** Whether only bounds differ, by less than a tenth: as for a status, that is not worth a write. */
function isNear(before: readonly GroupRecommendation[], now: readonly GroupRecommendation[]): boolean {
  return (
    before.length === now.length &&
    before.every((one, index) => {
      const next = now[index];
      if (!next || next.scopeValue !== one.scopeValue) return false;
      const [a, b] = [one, next].map(({ containerRecommendations }) => ({
        containerRecommendations: [...containerRecommendations],
      }));
      return sameTargets(a, b) && nearBounds(a, b);
    })
  );
}
