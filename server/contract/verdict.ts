import { RESOURCES, type Resource } from '../objects/units';
import type { Cap, ContainerView, NodeGroupsView, ResourceView, WorkloadSummary } from './recommendations';

/**
 * A request relative to its bounds, on which the updater acts: below the lower bound it is short, above the
 * upper bound it is over, between them it is within, or early while that says nothing yet; `unstated` without a
 * request, `unknown` without a recommendation.
 */
type Verdict = 'short' | 'over' | 'within' | 'early' | 'unstated' | 'unknown';

export const VERDICT_WORDS: Record<Verdict, string> = {
  short: 'Below its lower bound: the container may get too little',
  over: 'Above its upper bound: more is reserved than needed',
  within: 'Within its bounds',
  early: 'Too early to say: within bounds that are still wide',
  unstated: 'No request is set',
  unknown: 'No recommendation to compare with',
};

/** The one verdict that list, plan, sums and page have; `confidence` is that of the container. */
export function requestVerdict(view: ResourceView, confidence: number): Verdict {
  if (view.target === undefined) return 'unknown';
  if (view.request === undefined) return 'unstated';
  if (view.lowerBound !== undefined && view.request.min < view.lowerBound) return 'short';
  if (view.upperBound !== undefined && view.request.max > view.upperBound) return 'over';
  return isTooEarly(view, confidence) ? 'early' : 'within';
}

/** What keeps the target below the need, if by enough to be worth reporting. */
export function notableCap({ cap, target }: ResourceView): Cap | undefined {
  return cap && target !== undefined && cap.needs > target * CAP_WORTH_TELLING ? cap : undefined;
}

/** How far a cap must keep the target down to be worth reporting. */
const CAP_WORTH_TELLING = 1.1;

/** Confidence at which bounds count as settled: a day of history. */
const SETTLED = 1;

/** A request this close to its target is right, however wide the bounds. */
const NEAR = 1.1;

/**
 * Whether the request is within its bounds only because they are still wide: with a day of history, (1 + 1/c)
 * would be 2 and (1 + 0.001/c)^−2 nearly 1, and the same usage would put it outside.
 */
function isTooEarly({ request, target, lowerBound, upperBound }: ResourceView, confidence: number): boolean {
  if (!request || target === undefined || confidence >= SETTLED) return false;
  const widened = (1 + 1 / confidence) / (1 + 1 / SETTLED);
  const lowered = ((1 + 0.001 / SETTLED) / (1 + 0.001 / confidence)) ** 2;
  return (
    (upperBound !== undefined && request.max > Math.max(upperBound / widened, target * NEAR)) ||
    (lowerBound !== undefined && request.min < Math.min(lowerBound / lowered, target / NEAR))
  );
}

/** The verdict on a whole workload, most dangerous first. */
export const STANDINGS = [
  'refused',
  'pending',
  'oom-killed',
  'capped',
  'short',
  'unstated',
  'over',
  'early',
  'none',
  'within',
] as const;
export type Standing = (typeof STANDINGS)[number];

/**
 * What is found out about one container, or about all pods where `container` is empty; amounts in millicores or bytes.
 */
export type Finding = { container: string } & (
  | { standing: 'refused' }
  | { standing: 'pending'; pods: number; of: number }
  | { standing: 'oom-killed'; times: number; lastMs: number }
  | { standing: 'capped'; resource: Resource; cap: Cap; target: number }
  | {
      standing: Exclude<Standing, 'refused' | 'pending' | 'oom-killed' | 'capped' | 'none'>;
      resource: Resource;
    }
);

type Judged = Pick<WorkloadSummary, 'state' | 'containers' | 'refused' | 'pending' | 'nodeGroups'>;

/** All findings about the pods and about the containers that the policy does not turn off, most severe first. */
export function findingsOf({ containers, refused, pending, nodeGroups }: Omit<Judged, 'state'>): Finding[] {
  const ofContainers = (nodeGroups ? withGroups(containers, nodeGroups) : containers)
    .filter(({ off }) => !off)
    .flatMap(findingsOfContainer);
  const findings: Finding[] = refused ? [{ standing: 'refused', container: '' }] : [];
  if (pending?.isStuck)
    findings.push({ standing: 'pending', container: '', pods: pending.pods, of: pending.of });
  return [...findings, ...ofContainers].sort((a, b) => gravityOf(a.standing) - gravityOf(b.standing));
}

/** The containers of each group of nodes with pods, and what is known of all pods together. */
function withGroups(containers: readonly ContainerView[], { groups }: NodeGroupsView): ContainerView[] {
  const ofGroups = groups.flatMap((group) => (group.pods > 0 ? group.containers : []));
  if (ofGroups.length === 0) return [...containers];
  const oomKilled = containers.filter(({ ooms }) => ooms).map(({ ooms, name }) => ({ ooms, name }));
  return ofGroups.map((one) => ({ ...one, ...oomKilled.find(({ name }) => name === one.name) }));
}

function findingsOfContainer(one: ContainerView): Finding[] {
  const container = one.name;
  const findings: Finding[] = one.ooms ? [{ standing: 'oom-killed', container, ...one.ooms }] : [];
  for (const resource of RESOURCES) {
    const view = one[resource];
    const cap = notableCap(view);
    if (cap && view.target !== undefined)
      findings.push({ standing: 'capped', container, resource, cap, target: view.target });
    const verdict = requestVerdict(view, one.confidence);
    if (verdict !== 'unknown') findings.push({ standing: verdict, container, resource });
  }
  return findings;
}

/** Its rank among the standings: lower is more severe. */
export function gravityOf(standing: Standing): number {
  return STANDINGS.indexOf(standing);
}

/** These count whether there is a recommendation or not. */
const WITHOUT_RECOMMENDATION: ReadonlySet<Standing> = new Set(['refused', 'oom-killed', 'pending']);

/** The most severe finding; without a recommendation only one about what happens to the pods. */
export function gravestFinding(workload: Judged): Finding | undefined {
  const [gravest] = findingsOf(workload);
  if (!gravest || workload.state.kind === 'recommended') return gravest;
  return WITHOUT_RECOMMENDATION.has(gravest.standing) ? gravest : undefined;
}

export function standingOf(workload: Judged): Standing {
  return gravestFinding(workload)?.standing ?? 'none';
}

/** Mean of the requests of the pods, in millicores or bytes. */
export function meanRequest(view: ResourceView): number | undefined {
  return view.request && (view.request.min + view.request.max) / 2;
}
