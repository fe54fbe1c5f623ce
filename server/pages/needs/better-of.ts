import type { Need } from '../../contract/inbox';
import type { WorkloadSummary } from '../../contract/recommendations';
import { gravestFinding, type Standing } from '../../contract/verdict';
import type { VpaPlan } from '../../decide/running/planned';
import type { Resource } from '../../objects/units';
import { formatAmounts } from '../../words/amounts';
import { AWAITED_EVENTS } from '../../words/awaited-events';
import { countOf } from '../../words/counts';
import { causeOfCap, causeOfRequests } from './cause-of';
import { modeFill } from './forms';
import { inTime } from './in-time';
import { raiseForm, raiseText } from './raise';

type Bettered = Pick<
  WorkloadSummary,
  'state' | 'containers' | 'refused' | 'pending' | 'nodeGroups' | 'updateMode' | 'heldMode' | 'requestsBy'
>;

const WORDS: Record<Resource, string> = { cpu: 'CPU', memory: 'memory' };

/** What could be better about a workload that needs nobody; undefined if nothing is known that could. */
export function betterOf(summary: Bettered, plan?: Pick<VpaPlan, 'pods'>): Need | undefined {
  const need = foundIn(summary);
  if (!need) return undefined;
  const timed = APPLIED.has(need.code) ? inTime(need, plan) : undefined;
  if (timed) return timed;
  if (APPLIED.has(need.code) && staysAsItIs(summary, plan))
    return { ...need, remedy: STAYS, form: modeFill('InPlaceOrRecreate') };
  const isByHand = !summary.heldMode && (summary.updateMode === 'Off' || summary.updateMode === 'Initial');
  return isByHand && APPLIED.has(need.code) ? { ...need, form: modeFill('InPlaceOrRecreate') } : need;
}

/** Another mode ends these. */
const APPLIED: ReadonlySet<Need['code']> = new Set([
  'oom-killed',
  'requests-too-little',
  'requests-nothing',
  'requests-too-much',
]);

const STAYS = `Running pods stay as they are until ${AWAITED_EVENTS['something-changed']}.`;

/** Whether the mode changes running pods, and the plan has none that it could ever change as things are. */
function staysAsItIs({ updateMode }: Bettered, plan: Pick<VpaPlan, 'pods'> | undefined): boolean {
  if (updateMode === 'Off' || updateMode === 'Initial' || !plan || plan.pods.length === 0) return false;
  return plan.pods.every(({ awaits }) => awaits.includes('something-changed'));
}

function foundIn(summary: Bettered): Need | undefined {
  const finding = gravestFinding(summary);
  if (!finding) return undefined;
  const { container } = finding;
  switch (finding.standing) {
    case 'oom-killed':
      return {
        code: 'oom-killed',
        detail: `${container}: ${countOf(finding.times, 'kill')} in 24 h`,
        remedy: appliedHow(summary),
        cause: causeOfRequests(summary),
        container,
        resource: 'memory',
        lastMs: finding.lastMs,
      };
    case 'capped': {
      const { resource, target, cap } = finding;
      const [given, needed] = formatAmounts(resource, [target, cap.needs]);
      const detail = `${container}: ${given} of ${WORDS[resource]}, it would need ${needed}`;
      const raise = { container, resource, by: cap.by, target, needs: cap.needs };
      const form = raiseForm(raise, cap);
      return {
        code: 'capped-in-time',
        detail,
        remedy: `It does not use all it gets yet. ${raiseText(raise, cap)}`,
        cause: causeOfCap(cap.by),
        container,
        resource,
        ...(form && { form }),
      };
    }
    case 'short':
      return { code: 'requests-too-little', ...requestOf(summary, finding) };
    case 'unstated':
      return { code: 'requests-nothing', ...requestOf(summary, finding) };
    case 'over':
      return { code: 'requests-too-much', ...requestOf(summary, finding) };
    default:
      return undefined;
  }
}

function requestOf(
  summary: Bettered,
  { standing, container, resource }: { standing: Standing; container: string; resource: Resource },
): Omit<Need, 'code'> {
  const views = summary.nodeGroups?.groups.flatMap(({ containers }) => containers) ?? [];
  const view = [...summary.containers, ...views].find(({ name }) => name === container)?.[resource];
  const [request, target] = [view?.request, view?.target];
  const about = { remedy: appliedHow(summary), cause: causeOfRequests(summary), container, resource };
  const isShort = standing === 'short';
  if (target === undefined) return { detail: `${container}: ${WORDS[resource]}`, ...about };
  if (!request) {
    const [needed] = formatAmounts(resource, [target]);
    return { detail: `${container}: ${needed} of ${WORDS[resource]} recommended`, ...about };
  }
  const [requested, needed] = formatAmounts(resource, [isShort ? request.min : request.max, target]);
  return {
    detail: `${container}: ${requested} of ${WORDS[resource]} requested, ${needed} recommended`,
    ...about,
  };
}

function appliedHow({ updateMode }: Bettered): string {
  switch (updateMode) {
    case 'Off':
      return 'Mode Off changes nothing: set another mode, or take over what is recommended yourself.';
    case 'Initial':
      return 'Mode Initial gives new pods what is recommended: restart them, or set another mode.';
    default:
      return 'The plan says when its pods change.';
  }
}
