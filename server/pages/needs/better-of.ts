import type { Need } from '../../contract/inbox';
import type { ContainerView, WorkloadSummary } from '../../contract/recommendations';
import { gravestFinding, type Standing } from '../../contract/verdict';
import type { VpaPlan } from '../../decide/running/planned';
import type { Resource } from '../../objects/units';
import { formatAmounts, resourceName } from '../../words/amounts';
import { AWAITED_EVENTS, type AwaitedEvent } from '../../words/awaited-events';
import { countOf } from '../../words/counts';
import { causeOfCap, causeOfExcess, causeOfKills, causeOfLack, causeOfRequests } from './cause-of';
import { modeFill } from './forms';
import { inTime } from './in-time';
import { raiseForm, raiseText } from './raise';

type Bettered = Pick<
  WorkloadSummary,
  | 'state'
  | 'containers'
  | 'refused'
  | 'pending'
  | 'nodeGroups'
  | 'updateMode'
  | 'heldMode'
  | 'requestsBy'
  | 'podsOfRun'
>;

/** What could be better about a workload that needs nobody; undefined if nothing is known that could. */
export function betterOf(summary: Bettered, plan?: Pick<VpaPlan, 'pods'>): Need | undefined {
  const need = foundIn(summary);
  if (!need) return undefined;
  const timed = APPLIED.has(need.code) ? inTime(need, plan) : undefined;
  if (timed) return timed;
  if (APPLIED.has(need.code) && staysAsItIs(summary, plan))
    return { ...need, remedy: STAYS, form: modeFill('InPlaceOrRecreate') };
  const awaited = APPLIED.has(need.code) && !summary.heldMode ? awaitedByAll(plan) : undefined;
  if (awaited) return { ...need, remedy: `Its pods wait until ${AWAITED_EVENTS[awaited]}.` };
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

/** Nobody knows when there is room, so the plan does not say it. */
const OF_CAPACITY: readonly AwaitedEvent[] = ['room-freed', 'node-added', 'quota-freed'];

/** The room that all pods wait for. */
function awaitedByAll(plan: Pick<VpaPlan, 'pods'> | undefined): AwaitedEvent | undefined {
  const [first] = plan?.pods ?? [];
  return first?.awaits.find(
    (event) =>
      OF_CAPACITY.includes(event) &&
      plan?.pods.every(({ decision, awaits }) => decision === 'wait' && awaits.includes(event)),
  );
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
        cause: causeOfKills(viewOf(summary, container), summary),
        container,
        resource: 'memory',
        lastMs: finding.lastMs,
      };
    case 'capped': {
      const { resource, target, cap } = finding;
      const [given, needed] = formatAmounts(resource, [target, cap.needs]);
      const detail = `${container}: ${given} of ${resourceName(resource)}, it would need ${needed}`;
      const raise = { container, resource, by: cap.by, target, needs: cap.needs };
      const form = raiseForm(raise, cap);
      return {
        code: 'capped-in-time',
        detail,
        remedy: `It does not use all it gets yet. ${raiseText(raise, cap)}`,
        cause: causeOfCap(cap.by, viewOf(summary, container)?.[resource].movedByUs),
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
  const whole = viewOf(summary, container);
  const view = whole?.[resource];
  const [request, target] = [view?.request, view?.target];
  const causeOf = standing === 'over' ? causeOfExcess : causeOfLack;
  const cause = whole ? causeOf(whole, resource, summary) : causeOfRequests(summary);
  const about = { remedy: appliedHow(summary), cause, container, resource };
  const isShort = standing === 'short';
  if (target === undefined) return { detail: `${container}: ${resourceName(resource)}`, ...about };
  if (!request) {
    const [needed] = formatAmounts(resource, [target]);
    return { detail: `${container}: ${needed} of ${resourceName(resource)} recommended`, ...about };
  }
  const [requested, needed] = formatAmounts(resource, [isShort ? request.min : request.max, target]);
  return {
    detail: `${container}: ${requested} of ${resourceName(resource)} requested, ${needed} recommended`,
    ...about,
  };
}

function viewOf({ containers, nodeGroups }: Bettered, container: string): ContainerView | undefined {
  const views = nodeGroups?.groups.flatMap((group) => group.containers) ?? [];
  return [...containers, ...views].find(({ name }) => name === container);
}

function appliedHow({ updateMode, heldMode, state, podsOfRun }: Bettered): string {
  if (heldMode) return 'Resume: a stop keeps what is recommended from its pods.';
  if (state.kind !== 'recommended') return 'Nothing is recommended yet.';
  switch (updateMode) {
    case 'Off':
      return 'Mode Off changes nothing: set another mode, or take over what is recommended yourself.';
    case 'Initial':
      return podsOfRun === undefined
        ? 'Mode Initial gives new pods what is recommended: restart them, or set another mode.'
        : 'The next run gets what is recommended.';
    default:
      return 'The plan says when its pods change.';
  }
}
