import {
  GROUPS_ANNOTATION,
  type GroupRecommendation,
  groupsIn,
  groupsText,
} from '@/server/decide/features/node-scope/group-recommendations';
import type { WrittenAnnotation } from '../status/annotation-writer';
import { nearBounds, sameTargets } from '../status/recommendation-diff';
import type { ServedVpa } from '../vpas/served-vpa';
import type { VpaGroups } from './vpa-groups';

/** All annotations of an object may have 256 KiB together. */
const LONGEST_TEXT = 150_000;

export const NODE_GROUPS_ANNOTATION: WrittenAnnotation = {
  annotation: GROUPS_ANNOTATION,
  problem: 'groups-not-written',
  textDue,
};

/** What the annotation should become; `null` removes it, undefined leaves it. */
function textDue({ vpa, groups }: ServedVpa): string | null | undefined {
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
