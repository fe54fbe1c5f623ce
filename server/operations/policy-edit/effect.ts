import type { Config } from '../../config';
import type { EffectView, ModeAndPods } from '../../contract/operations';
import { calendarView } from '../../decide/features/calendar/view';
import { featureStatements } from '../../decide/features/edits';
import type { PodDemand } from '../../decide/places/pod-need';
import { type CompiledVpa, compileRecommendation, policyFor } from '../../decide/pods/compiled-vpa';
import { type UsualSettings, usualPolicy } from '../../decide/pods/fields/usual';
import { gitSourceOf } from '../../decide/pods/git-source';
import type { NamespaceLimits } from '../../decide/pods/limit-bounds';
import { heldMode } from '../../decide/pods/mode-before-stop';
import { type CappedRecommendation, capRecommendation } from '../../decide/pods/resource-plan';
import { isStopped, type StopState } from '../../decide/pods/stop';
import { effectiveMode, updateModeOf } from '../../decide/pods/update-mode';
import { gatesOf, type VpaFault } from '../../decide/pods/vpa-faults';
import { readVpa } from '../../decide/pods/vpa-reading';
import { boundsBelowZero, validateVpa } from '../../decide/pods/vpa-validation';
import type { EstimationSettings } from '../../decide/settings';
import { errorText } from '../../lib/report/errors';
import { RESOURCE_FACTS, RESOURCES, type Resource } from '../../objects/units';
import type { VerticalPodAutoscaler } from '../../objects/vpa-types';
import { formatAmounts, resourceName } from '../../words/amounts';
import { AWAITED_EVENTS } from '../../words/awaited-events';
import { formatShare } from '../../words/counts';
import { gitSourceText } from '../../words/git-source';
import { reasonsText, reasonText } from '../../words/reasons';
import { relativeTime } from '../../words/times';
import type { PodOutlook, TouchedPods, WaitingPods } from '../ports';
import { changeTexts } from './change-texts';
import { policyStatements } from './statements';

/** What is known of the pods of a VPA; `elsewhere` in a process that plans none. */
export type PodsKnown =
  | { kind: 'planned'; outlook: PodOutlook }
  | { kind: 'elsewhere' }
  | { kind: 'failed'; message: string };

interface EffectSources {
  settings: UsualSettings &
    EstimationSettings &
    Pick<Config, 'featureCpuStartupBoost' | 'featurePerVpaConfig' | 'featureInPlace' | 'calendar'>;
  nowMs: number;
  limits: NamespaceLimits;
  stops: StopState;
  pods: PodsKnown;
  /** What is wrong with the recommender that the edit chooses. */
  faults?: EffectView['errors'];
  /** What the recommender of this process would recommend under another policy. */
  recommend?: (vpa: VerticalPodAutoscaler) => VerticalPodAutoscaler['status'];
}

const NOTHING: ModeAndPods = { updateMode: 'Off' };

/**
 * What saving `edited(before)` would do, computed by the functions that will do it. If the VPA cannot be
 * read, it says so.
 */
export async function effectOf(
  before: VerticalPodAutoscaler,
  edited: () => VerticalPodAutoscaler,
  sources: EffectSources,
): Promise<EffectView> {
  try {
    return await effect(before, edited(), sources);
  } catch (thrown) {
    const message = errorText(thrown);
    const errors = [{ field: 'spec', message: `cannot be read: ${message}` }];
    return refused(NOTHING, errors);
  }
}

function refused(now: ModeAndPods, errors: EffectView['errors']): EffectView {
  return { before: now, after: now, containers: [], statements: [], warnings: [], errors };
}

type ContainerEffect = EffectView['containers'][number];

/** What is recommended for each container before and after an edit, as capped for its pods. */
function containerEffects(
  former: CompiledVpa,
  next: CompiledVpa,
  { limits, withBounds }: { limits: NamespaceLimits; withBounds: boolean },
): ContainerEffect[] {
  const [before, after] = [former, next].map((vpa) => recommended(vpa, limits));
  return [...new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])])].sort().map((container) => {
    const [was, is] = [before?.get(container), after?.get(container)];
    const [limitBefore, limitAfter] = [limitOf(was), limitOf(is)];
    const amounts = (bound: 'lowerBound' | 'upperBound') => ({
      before: was?.[bound] ?? {},
      after: is?.[bound] ?? {},
    });
    return {
      container,
      before: was?.target ?? {},
      after: is?.target ?? {},
      ...((limitBefore ?? limitAfter) !== undefined && {
        limits: {
          ...(limitBefore !== undefined && { before: limitBefore }),
          ...(limitAfter !== undefined && { after: limitAfter }),
        },
      }),
      ...(withBounds && { bounds: { lowerBound: amounts('lowerBound'), upperBound: amounts('upperBound') } }),
    };
  });
}

/** In bytes; of limits that stay as pods state them nothing can be told without a pod. */
function limitOf(own: CappedRecommendation | undefined): number | undefined {
  return own?.ownLimit?.keepsStated ? undefined : own?.ownLimit?.target;
}

function recommended(vpa: CompiledVpa, limits: NamespaceLimits): Map<string, CappedRecommendation> {
  const recommendation = vpa.recommendation ?? compileRecommendation(undefined);
  const found = new Map<string, CappedRecommendation>();
  if (!recommendation) return found;
  const names = [...recommendation.keys()];
  const containers = names.map((name) => ({ name, requests: {}, limits: {} }));
  capRecommendation(containers, vpa, recommendation, limits).forEach((own, index) => {
    if (own) found.set(names[index] ?? '', own);
  });
  return found;
}

/** A maximum below this share of the need is probably a mistake. */
const FAR_BELOW = 2 / 3;

/**
 * Maxima that are probably mistakes: far below what the usage needs, or above what any node can give. `nodes`
 * are the allocatable amounts of the largest nodes; empty if no node is known.
 */
function maximumWarnings(vpa: CompiledVpa, nodes: readonly PodDemand[]): string[] {
  const own = [...(vpa.recommendation ?? [])].flatMap(([containerName, { target, uncappedTarget }]) =>
    RESOURCES.flatMap((resource) => {
      const most = policyFor(vpa, containerName)?.maxAllowed[resource];
      const need = uncappedTarget?.[resource] ?? target[resource];
      return most === undefined || need === undefined || most >= need * FAR_BELOW
        ? []
        : [farBelow(containerName, resource, most, need)];
    }),
  );
  return [...own, ...aboveNodes(vpa, nodes)];
}

function farBelow(container: string, resource: Resource, most: number, need: number): string {
  const [maximum, wanted] = formatAmounts(resource, [most, need]);
  const what = resourceName(resource);
  const risk =
    RESOURCE_FACTS[resource].aboveLimit === 'throttled'
      ? 'it will be throttled or starved'
      : 'it may be OOM-killed';
  return `The maximum of ${maximum} ${what} for ${container} is ${formatShare(most / need)} of the ${wanted} that its usage needs: ${risk}.`;
}

function aboveNodes({ policies }: CompiledVpa, nodes: readonly PodDemand[]): string[] {
  if (nodes.length === 0) return [];
  return [...policies].flatMap(([container, { maxAllowed }]) =>
    RESOURCES.flatMap((resource) => {
      const most = maxAllowed[resource];
      const largest = Math.max(...nodes.map((node) => node[resource]));
      if (most === undefined || most <= largest) return [];
      const [maximum, given] = formatAmounts(resource, [most, largest]);
      const what = resourceName(resource);
      const whose = container === '*' ? 'every other container' : container;
      return [`The maximum of ${maximum} ${what} for ${whose} is more than any node can give (${given}).`];
    }),
  );
}

const MOST_NAMED = 3;

/** Which pods wait, until when, and why. `nowMs` is the cluster's time. */
function waitingWords({ pods, reasons, notBeforeMs, awaits }: WaitingPods, nowMs: number): string {
  const names = namedPods(pods);
  const waits = pods.length === 1 ? '1 pod waits' : `${pods.length} pods wait`;
  const ends = [
    ...(notBeforeMs === undefined ? [] : [`not before ${relativeTime(notBeforeMs, nowMs)}`]),
    ...awaits.map((event) => `until ${AWAITED_EVENTS[event]}`),
  ].join(' and ');
  return `${waits}${ends && ` ${ends}`} (${names}). ${reasonsText(reasons, nowMs)}`.trim();
}

/** The first few names, and how many more. */
function namedPods(pods: readonly string[]): string {
  const others = pods.length - MOST_NAMED;
  return `${pods.slice(0, MOST_NAMED).join(', ')}${others > 0 ? ` and ${others} more` : ''}`;
}

async function effect(
  before: VerticalPodAutoscaler,
  after: VerticalPodAutoscaler,
  sources: EffectSources,
): Promise<EffectView> {
  const gates = gatesOf(sources.settings);
  const faults = [...validateVpa(after, { gates, former: before }), ...boundsBelowZero(after)];
  const errors = [
    ...(sources.faults ?? []),
    ...faults.map(({ field, message }: VpaFault) => ({ field, message })),
  ];
  const { pods, limits } = sources;
  const planned = pods.kind === 'planned' ? pods.outlook : undefined;
  const now = { updateMode: wantedMode(before), ...planned?.now };
  if (errors.length > 0) return refused(now, errors);
  const [live, coming] = [sources.recommend?.(before), sources.recommend?.(after)];
  const next = { ...after, status: coming ?? uncapped(after) };
  const { compiled, fault } = readVpa(next);
  if (fault) {
    const error = { field: 'spec.resourcePolicy', message: fault.message };
    return refused(now, [error]);
  }
  const outlook = await outlookUnder(compiled, pods);
  const { counts, touched, waiting = [], foreseen, follows, overruledBy } = outlook.next ?? {};
  const then = { updateMode: wantedMode(after), ...counts };
  const isLive = live !== undefined && coming !== undefined;
  const today = readVpa(isLive ? { ...before, status: live } : before).compiled;
  const containers = containerEffects(today, compiled, { limits, withBounds: isLive });
  const { namespace = '', name } = before.metadata;
  const isHeld = isStopped(sources.stops, namespace, name);
  return {
    before: now,
    after: then,
    containers,
    ...(foreseen && { foreseen }),
    calendar: calendarView(after, sources.settings.calendar, sources.nowMs),
    texts: changeTexts(before, after),
    statements: [
      ...(isHeld ? [`A stop holds for this VPA: its mode is Off until someone resumes.`] : []),
      ...featureStatements(before, after, sources),
      ...modeStatements(now, then, isHeld),
      ...podStatements(outlook.known, then, touched),
      ...(follows ? [reasonText(follows, planned?.atMs ?? 0)] : []),
      ...waiting.map((pods) => waitingWords(pods, planned?.atMs ?? 0)),
      ...(overruledBy === undefined
        ? []
        : [`VPA ${overruledBy} acts on the pods of this target, so this one does not.`]),
      ...targetStatements(then, containers),
      ...policyStatements(before, after, usualPolicy(sources.settings)),
    ],
    warnings: [...gitWarnings(before), ...maximumWarnings(compiled, planned?.largestNodes ?? [])],
    errors,
  };
}

/** What Git states of a VPA comes back. */
function gitWarnings(vpa: VerticalPodAutoscaler): string[] {
  const source = gitSourceOf(vpa);
  return source
    ? [
        `${gitSourceText(source)} keeps this VPA as Git states it and will undo the edit. Make the change there.`,
      ]
    : [];
}

/** The requested mode, which a stop may hold back. */
function wantedMode(vpa: VerticalPodAutoscaler): ModeAndPods['updateMode'] {
  return effectiveMode(heldMode(vpa)?.mode ?? updateModeOf(vpa));
}

/** The recommendation as it was before the previous policy capped it: the new one caps it again. */
function uncapped({ status }: VerticalPodAutoscaler): VerticalPodAutoscaler['status'] {
  return {
    ...status,
    recommendation: {
      containerRecommendations: status?.recommendation?.containerRecommendations?.map((one) => ({
        ...one,
        target: one.uncappedTarget ?? one.target,
      })),
    },
  };
}

/** A VPA whose pods cannot be planned can still be changed. */
async function outlookUnder(
  next: CompiledVpa,
  known: PodsKnown,
): Promise<{
  known: PodsKnown;
  next?: Awaited<ReturnType<PodOutlook['under']>>;
}> {
  if (known.kind !== 'planned') return { known };
  try {
    return { known, next: await known.outlook.under(next) };
  } catch (error) {
    return { known: failedEffect(error) };
  }
}

/** Why the pods of a VPA cannot be planned. */
export function failedEffect(error: unknown): PodsKnown {
  return { kind: 'failed', message: errorText(error) };
}

function modeStatements(before: ModeAndPods, after: ModeAndPods, isHeld: boolean): string[] {
  if (before.updateMode === after.updateMode)
    return isHeld ? [`After the resume its mode is ${after.updateMode}.`] : [];
  return isHeld
    ? [`After the resume its mode is ${after.updateMode} instead of ${before.updateMode}.`]
    : [`The update mode changes from ${before.updateMode} to ${after.updateMode}.`];
}

function podStatements(
  known: PodsKnown,
  { evict = 0, resize = 0 }: ModeAndPods,
  touched: TouchedPods | undefined,
): string[] {
  switch (known.kind) {
    case 'elsewhere':
      return ['This process plans no pods; the updater decides what happens to them.'];
    case 'failed':
      return [`What happens to its pods cannot be computed: ${known.message}.`];
    case 'planned':
  }
  const pods = (names: readonly string[] | undefined, count: number) =>
    `${count === 1 ? '1 pod' : `${count} pods`}${names ? ` (${namedPods(names)})` : ''}`;
  return [
    ...(evict > 0 ? [`The next pass evicts ${pods(touched?.evict, evict)}.`] : []),
    ...(resize > 0 ? [`The next pass resizes in place ${pods(touched?.resize, resize)}.`] : []),
    ...(evict + resize === 0 ? ['The next pass changes no pod.'] : []),
  ];
}

function targetStatements({ updateMode }: ModeAndPods, containers: EffectView['containers']): string[] {
  const changed = containers.filter(
    ({ before, after }) => before.cpu !== after.cpu || before.memory !== after.memory,
  );
  return [
    ...(changed.length > 0
      ? [`The target changes for ${changed.map(({ container }) => container).join(', ')}.`]
      : []),
    ...(updateMode === 'Initial' ? ['Only pods created from now on get the recommendation.'] : []),
    ...(updateMode === 'Off' ? ['Neither running nor new pods are changed.'] : []),
  ];
}
