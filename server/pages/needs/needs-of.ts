import type { FilledForm, Need } from '../../contract/inbox';
import type { Cap, ContainerView, ResourceView, WorkloadSummary } from '../../contract/recommendations';
import { type Finding, findingsOf, type Standing } from '../../contract/verdict';
import type { VpaPlan } from '../../decide/running/planned';
import type { Resource } from '../../objects/units';
import { formatAmount, formatAmounts, resourceName } from '../../words/amounts';
import { countOf } from '../../words/counts';
import { isHelpedByMemory, isMeasurable, neededWith } from '../../words/leaks';
import { NEEDS, type NeedCode } from '../../words/needs';
import { evidenceOf, type Reason } from '../../words/reasons';
import { remedyOfRefusal } from '../../words/refusals';
import { formatDuration } from '../../words/times';
import { causeOfCap, causeOfLoop, causeOfPending, causeOfRefusal, causeOfRequests } from './cause-of';
import { modeFill } from './forms';
import { inTime } from './in-time';
import { isOfNodes, quotaText, raiseForm, raiseText } from './raise';

type Judged = Pick<
  WorkloadSummary,
  | 'containers'
  | 'pods'
  | 'refused'
  | 'pending'
  | 'updateMode'
  | 'heldMode'
  | 'requestsBy'
  | 'podsOfRun'
  | 'endedByKubelets'
>;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** This many OOM kills in a day are a loop, as long as the next is expected. */
const LOOP_TIMES = 3;
const LOOP_OVER_AFTER_MS = 6 * HOUR_MS;
/** A container that uses this share of a capped target uses all it gets. */
const USED_UP = 0.9;

/**
 * Why a workload needs attention, most severe first: from its summary and its part of the plan, either of
 * which may be unknown.
 */
export function needsOf(
  summary: Judged | undefined,
  plan: Pick<VpaPlan, 'pods'> | undefined,
  nowMs: number,
): Need[] {
  const caps: Told[] = [];
  return [
    ...(summary ? fromSummary(summary, plan, nowMs, caps) : []),
    ...(plan ? fromPlan(plan as VpaPlan, nowMs, caps) : []),
  ].sort((a, b) => needGravity(a.code) - needGravity(b.code));
}

/** A cap that a need tells. */
interface Told {
  by: Cap['by'];
  resource: Resource;
}

/** The need of the plan that a cap already tells. */
const TOLD_BY: Partial<Record<Cap['by'], NeedCode>> = {
  'limit-range': 'exceeds-limit-range',
  'largest-node': 'exceeds-largest-node',
};

const ORDER = Object.keys(NEEDS);

/** Lower is more severe. */
export function needGravity(code: NeedCode): number {
  return ORDER.indexOf(code);
}

function* fromSummary(
  summary: Judged,
  plan: Pick<VpaPlan, 'pods'> | undefined,
  nowMs: number,
  caps: Told[],
): Generator<Need> {
  const { refused, pending, containers } = summary;
  if (refused)
    yield {
      code: 'pods-refused',
      detail: [runningWords(summary), refused.message].filter(Boolean).join(': '),
      remedy: remedyOfRefusal(refused.message),
      cause: causeOfRefusal(refused.message, summary),
      sinceMs: refused.sinceMs,
      ...(refused.lastMs !== undefined && { lastMs: refused.lastMs }),
    };
  if (pending?.isStuck)
    yield {
      code: 'pods-pending',
      detail: [pendingWords(pending), pending.message].filter(Boolean).join(': '),
      remedy: pendingRemedy(pending, summary),
      cause: causeOfPending(pending, summary),
      sinceMs: pending.sinceMs,
    };
  yield* fromKubelets(summary);
  const looping = new Set<string>();
  for (const one of containers) {
    if (one.off || !isLoop(one, nowMs)) continue;
    looping.add(one.name);
    if (one.memory.cap) caps.push({ by: one.memory.cap.by, resource: 'memory' });
    yield loopNeed(one, summary);
  }
  const findings = findingsOf(summary);
  for (const one of containers) {
    const { name, ooms, off } = one;
    if (off || !ooms || ooms.times < LOOP_TIMES || looping.has(name)) continue;
    if (one.memory.cap) caps.push({ by: one.memory.cap.by, resource: 'memory' });
    looping.add(name);
    const { form, ...told } = loopNeed(one, summary);
    const need = { ...told, code: 'oom-often', lastMs: ooms.lastMs } as const;
    if (lacksMemory(name, findings)) yield inTime(need, plan) ?? { ...need, ...(form && { form }) };
    else yield { ...need, remedy: HAS_ENOUGH };
  }
  for (const finding of findings) {
    if (finding.standing !== 'capped') continue;
    const { container, resource, cap, target } = finding;
    const view = containers.find(({ name }) => name === container);
    const used = view?.[resource].usage?.max ?? 0;
    // Right after a kill a container uses little, and needs as much as before.
    const kills = resource === 'memory' ? (view?.ooms?.times ?? 0) : 0;
    const isTold = resource === 'memory' && looping.has(container);
    if (isTold || (kills === 0 && used < USED_UP * target)) continue;
    caps.push({ by: cap.by, resource });
    const detail = capDetail(finding, used, kills);
    const raise = { container, resource, by: cap.by, target, needs: cap.needs };
    const form = raiseForm(raise, cap);
    yield {
      code: 'capped',
      detail,
      remedy: raiseText(raise, { ...cap, takesItsNode: kills > 0 && isUnlimited(view) }),
      cause: causeOfCap(cap.by, view?.[resource].movedByUs),
      ...(form && { form }),
      container,
      resource,
    };
  }
}

const EVICTED_REMEDY =
  'A kubelet evicts first what uses more than it requests. Its events say what the node was short of: request what it uses, bound what grows beside it, or move it.';
const PREEMPTED_REMEDY =
  'Its node needed room for critical pods. Give it a higher priority, or leave those pods room on their nodes.';

function* fromKubelets(summary: Judged): Generator<Need> {
  const { evicted, preempted } = summary.endedByKubelets ?? {};
  const inADay = (times: number) => `${countOf(times, 'pod')} in 24 h`;
  if (evicted)
    yield {
      code: 'evicted-by-kubelet',
      detail: inADay(evicted.times),
      remedy: EVICTED_REMEDY,
      cause: causeOfRequests(summary),
      lastMs: evicted.lastMs,
    };
  if (preempted)
    yield {
      code: 'preempted',
      detail: inADay(preempted.times),
      remedy: PREEMPTED_REMEDY,
      cause: 'the-cluster',
      lastMs: preempted.lastMs,
    };
}

/** `4 of 6 replicas run`; undefined where it is not known how many are missing. */
function runningWords({ pods, refused, pending }: Judged): string | undefined {
  if (refused?.missing === undefined) return undefined;
  const running = pods - (pending?.pods ?? 0);
  return `${running} of ${countOf(pods + refused.missing, 'replica runs', 'replicas run')}`;
}

function pendingWords({ pods, of, isForVpa }: NonNullable<Judged['pending']>): string {
  const which = `${pods} of ${countOf(of, 'pod')}`;
  return isForVpa ? `${which}, because of what this VPA recommends` : which;
}

function pendingRemedy(
  { isForVpa }: NonNullable<Judged['pending']>,
  { updateMode, containers }: Judged,
): string {
  if (!isForVpa) return 'Add a node with room for them, or lower the requests in their template.';
  const replaces = updateMode !== 'Off' && updateMode !== 'InPlace';
  const falls = 'The target falls to what the nodes have room for, and these pods are replaced.';
  // A larger node is full of a leak as well, only later.
  if (replaces && containers.some(({ memory }) => memory.cap?.leak))
    return `${falls} Mend the leak meanwhile.`;
  return replaces
    ? `${falls} Add a node if they need more.`
    : `Add a node with room for them, or delete them once the target has fallen: mode ${updateMode} replaces no pods.`;
}

function isLoop({ ooms }: ContainerView, nowMs: number): boolean {
  if (!ooms || ooms.times < LOOP_TIMES) return false;
  // OOM kills are counted to the hour.
  const agoMs = nowMs - ooms.lastMs - HOUR_MS;
  return agoMs < Math.min(LOOP_OVER_AFTER_MS, (3 * DAY_MS) / ooms.times);
}

const HAS_ENOUGH = 'It requests what it needs by now. This line goes a day after the last kill.';

/** Whether a container still gets less memory than it needs, so that what killed it is not mended. */
function lacksMemory(name: string, findings: readonly Finding[]): boolean {
  return findings.some(
    (finding) =>
      finding.container === name &&
      'resource' in finding &&
      finding.resource === 'memory' &&
      LACKING.has(finding.standing),
  );
}

const LACKING: ReadonlySet<Standing> = new Set<Standing>(['short', 'capped', 'unstated']);

function loopNeed(view: ContainerView, summary: Judged): Need {
  const { name, ooms, memory } = view;
  const { cap, target } = memory;
  const capped =
    cap && target !== undefined ? `; ${capClause({ container: name, resource: 'memory', cap, target })}` : '';
  const about = { container: name, resource: 'memory' } as const;
  const raise = cap && { ...about, by: cap.by, target: target ?? 0, needs: cap.needs };
  const form = raise ? raiseForm(raise, cap) : loopForm(memory, summary);
  return {
    code: 'oom-loop',
    detail: `${name}: ${countOf(ooms?.times ?? 0, 'kill')} in 24 h${capped}`,
    remedy: raise ? raiseText(raise, { ...cap, takesItsNode: isUnlimited(view) }) : loopRemedy(view, summary),
    cause: causeOfLoop(cap?.by, view, summary),
    ...(form && { form }),
    ...about,
  };
}

function isUnlimited(view: ContainerView | undefined): boolean {
  return view !== undefined && !view.memory.limit && !view.memory.ownLimit;
}

/** A mode that gives running pods what is recommended, where the quota has room for it. */
function loopForm({ quota, target }: ResourceView, summary: Judged): FilledForm | undefined {
  const isOfUse = isByHand(summary.updateMode) && !quota && target !== undefined && !isOfRuns(summary);
  return isOfUse && !summary.heldMode ? modeFill('InPlaceOrRecreate') : undefined;
}

/** The pods of a CronJob: each run gets new ones. */
function isOfRuns({ podsOfRun }: Judged): boolean {
  return podsOfRun !== undefined;
}

/** Whether people bring what is recommended to running pods. */
function isByHand(updateMode: string): boolean {
  return updateMode === 'Off' || updateMode === 'Initial';
}

/** Of what gets no more memory after another kill. */
const HELD_REMEDY: Readonly<Record<NonNullable<ContainerView['risesNoMore']>, string>> = {
  leak: 'Mend the leak: more memory only delays the kill.',
  'raised-in-vain':
    'Its target no longer rises: earlier raises did not end its kills. See what it does before it is killed: a leak, or a load that it should bound. If it does need more, raise `minAllowed.memory` of its policy.',
};

/** The target of a container is what nodes, LimitRange and policy let it have, so it may be told; a quota may not. */
function loopRemedy(
  { name: container, memory: { target, quota }, risesNoMore }: ContainerView,
  summary: Judged,
): string {
  const { updateMode, heldMode } = summary;
  if (heldMode) return 'Resume: a stop keeps what is recommended from its pods.';
  if (target === undefined)
    return `Nothing is recommended for ${container} yet. Raise its memory limit in the template meanwhile.`;
  const held = risesNoMore && HELD_REMEDY[risesNoMore];
  if (!isByHand(updateMode))
    return held ?? 'The target rises with every kill; the plan says what keeps it from the pods.';
  const mended = held ? `${held} ` : '';
  if (isOfRuns(summary) && updateMode === 'Initial')
    return `${mended}The next run gets ${formatAmount('memory', target)} for ${container}.`;
  const first = quota ? ` ${quotaText(container, 'memory', target, quota)}` : '';
  const own = `, or request ${formatAmount('memory', target)} for ${container} yourself`;
  const why = isOfRuns(summary)
    ? `Mode ${updateMode} changes no pod: set mode Initial`
    : `Mode ${updateMode} changes no running pod: set another mode`;
  return `${mended}${why}${own}.${first}`;
}

interface Capped {
  container: string;
  resource: Resource;
  cap: Cap;
  target: number;
}

function capDetail(capped: Capped, used: number, kills: number): string {
  const outcome =
    kills > 0
      ? `was OOM-killed ${countOf(kills, 'time')} in 24 h`
      : `uses up to ${formatAmount(capped.resource, used)}`;
  return `${capped.container}: ${capClause(capped)}, and ${outcome}`;
}

const CAPPED_BY: Record<Cap['by'], string> = {
  policy: 'its policy',
  'limit-range': 'a LimitRange',
  limit: 'its limit',
  pod: 'what its pod states as a whole',
  setting: 'a setting',
  'largest-node': 'the largest node',
  'room-now': 'the room that the nodes have now',
};

function capClause({ resource, cap, target }: Capped): string {
  const { leak } = cap;
  const allows = `${CAPPED_BY[cap.by]} allows`;
  if (leak && (isOfNodes(cap.by) || !isHelpedByMemory(leak) || !isMeasurable(leak))) {
    const [amount, rate] = [target, leak.bytesPerHour].map((bytes) => formatAmount('memory', bytes));
    return `${allows} ${amount} of memory, and it leaks ${rate} an hour`;
  }
  const [given, needed] = formatAmounts(resource, [target, neededWith(leak, cap.needs)]);
  const forWhat = leak ? ` to live ${formatDuration(leak.lifeMs)}` : '';
  return `${allows} ${given} of ${resourceName(resource)}, it needs ${needed}${forWhat}`;
}

const HELD_CODES = [
  'budget-never-allows',
  'several-budgets',
  'exceeds-quota',
  'exceeds-limit-range',
  'exceeds-largest-node',
] as const satisfies readonly (NeedCode & Reason['code'])[];

type Holding = Extract<Reason, { code: (typeof HELD_CODES)[number] }>;

const NOT_ALONE = 'That alone is not enough: see what else holds it back.';

/** The same need with the remedy for all that its quota holds back. */
export function withQuotaRemedy(need: Need, remedyOf: (quota: string) => string | undefined): Need {
  const remedy = need.quota === undefined ? undefined : remedyOf(need.quota);
  if (remedy === undefined) return need;
  return { ...need, remedy: need.remedy?.endsWith(NOT_ALONE) ? `${remedy} ${NOT_ALONE}` : remedy };
}

/** What a person can do, checked against all else that holds the pod back. */
function heldRemedy(reason: Holding, all: readonly Reason[]): string {
  const alone = all.some((one) => one.code !== reason.code && isHolding(one) && !isOfBudgets(one));
  return alone && !isOfBudgets(reason) ? `${heldAdvice(reason)} ${NOT_ALONE}` : heldAdvice(reason);
}

function isHolding({ code }: Reason): boolean {
  return HELD_CODES.some((one) => one === code);
}

/** What mode InPlace ends by itself. */
function isOfBudgets({ code }: Pick<Reason, 'code'>): boolean {
  return code === 'budget-never-allows' || code === 'several-budgets';
}

function heldAdvice(reason: Holding): string {
  switch (reason.code) {
    case 'budget-never-allows':
      return 'Set `maxUnavailable: 1` in the budget, or a `minAvailable` below the number of pods; or use update mode InPlace.';
    case 'several-budgets':
      return `Leave one of the budgets ${reason.budgets}, or narrow their selectors until one covers each pod; or use update mode InPlace.`;
    case 'exceeds-quota': {
      const { quota, resource, asked, room: freeCapacity } = reason;
      const more = formatAmount(resource, asked - freeCapacity);
      return `Raise ${resource} of ResourceQuota ${quota} by at least ${more}, or lower the requests of other pods in the namespace.`;
    }
    case 'exceeds-limit-range': {
      const { limitRange, resource, asked } = reason;
      return `Raise the maximum of ${resource} of type ${limitRange} in the LimitRange of the namespace to at least ${formatAmount(resource, asked)}.`;
    }
    case 'exceeds-largest-node': {
      const { resource, asked } = reason;
      return `Add a node that can give a pod at least ${formatAmount(resource, asked)} of ${resource}, or spread the load over more pods.`;
    }
  }
}

/** What holds pods back until a person acts: one of each kind, that of the first pod. */
function* fromPlan(plan: VpaPlan, nowMs: number, caps: readonly Told[]): Generator<Need> {
  for (const code of HELD_CODES) {
    const pod = plan.pods.find(
      (one) => one.decision === 'wait' && one.reasons.some((its) => its.code === code),
    );
    const reason = pod?.reasons.find((one): one is Holding => one.code === code);
    if (!pod || !reason || isTold(reason, caps)) continue;
    yield {
      code,
      detail: evidenceOf(reason, nowMs),
      remedy: heldRemedy(reason, pod.reasons),
      ...(reason.code === 'exceeds-quota' && { quota: reason.quota }),
      cause: code === 'exceeds-largest-node' ? 'nodes' : 'cluster-rule',
      ...(isOfBudgets(reason) && { form: modeFill('InPlace') }),
    };
  }
}

function isTold(reason: Reason, caps: readonly Told[]): boolean {
  return caps.some(
    ({ by, resource }) => TOLD_BY[by] === reason.code && 'resource' in reason && reason.resource === resource,
  );
}
