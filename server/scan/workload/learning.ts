import { confidenceOf } from '../../decide/estimators/confidence';
import type { BoundAmounts, ChosenEstimator } from '../../decide/estimators/estimator';
import type { Study } from '../../decide/estimators/recommender';
import { SignalHistory } from '../../decide/estimators/signals/signal-history';
import { ofKey } from '../../lib/memo/of-key';
import type { Clock } from '../../lib/time/clock';
import type { ContainerAggregate } from '../../model/aggregate';
import { ClusterState } from '../../model/cluster-state';
import type { ContainerRef } from '../../model/cluster-types';
import type { Observation } from '../../model/observation';
import type { OtherSignal } from '../../model/other-signals';
import { amountsFrom } from '../../objects/quantity';
import { isNativeSidecar, sizedContainer, sizedContainers } from '../../objects/sized-containers';
import type { Pod } from '../../objects/types';
import { RESOURCES, type Resource } from '../../objects/units';
import type { RecommendedPodResources, VerticalPodAutoscaler } from '../../objects/vpa-types';
import { formerUntil, openPastOf } from '../../recommender/lives/former-pods';
import { NewLives } from '../../recommender/lives/new-lives';
import type { TemplateLife } from '../../recommender/lives/template-life';
import { liveThroughPoint } from '../../recommender/past/study-past';
import type { Choices } from '../../recommender/recommend/choices';
import { Leaks } from '../../recommender/recommend/leaks';
import type { PodCapacity } from '../../recommender/recommend/node-capacity';
import { explainContainer, withoutSamples } from '../../recommender/recommend/recommendation';
import { Recommending } from '../../recommender/recommend/recommending';
import { Studies } from '../../recommender/recommend/studies';
import type { RecommenderSettings } from '../../recommender/settings';
import { rssAmounts } from '../../recommender/signals/rss';
import { isMeasured } from '../../recommender/signals/signal-store';
import { historyOverridesOf } from '../../recommender/vpas/policy-overrides';
import { modelContainers } from '../../usage/model-containers';
import { oomsOfEvictedPod, oomsOfPod } from '../../usage/oom';
import type { PastKill } from '../../usage/source';
import { formatAmount } from '../../words/amounts';
import { estimationStepWords } from '../../words/estimation-steps';
import type { ScanTarget } from '../cluster/targets';
import type { KnownSeries } from '../past/known-past';

export interface LearnedWorkload {
  readonly recommendation?: RecommendedPodResources;
  /** The resources of which there is no sample, by container: nothing is recommended for them. */
  readonly withoutSamples: ReadonlyMap<string, readonly Resource[]>;
  /** How the target of a container came about, a line for each resource. */
  why(container: string): Partial<Record<Resource, string>>;
  /** Days of history. */
  confidenceOf(container: string): number;
  /** What was used before this is left out; absent while all counts. */
  readonly life?: TemplateLife;
}

interface LearningParts {
  readonly config: RecommenderSettings;
  /** The reference's algorithm by these settings, and what VPAs choose; of all workloads. */
  readonly usual: ChosenEstimator;
  readonly choices: Choices;
  /** The cluster's time at the end of the past, Unix ms. */
  readonly nowMs: number;
  /** Where the pods of a workload may run, if that matters. */
  capacityOf(target: ScanTarget): PodCapacity | undefined;
  /** Since when the template of a workload is what it is, if it was another. */
  lifeOf(target: ScanTarget): TemplateLife | undefined;
}

type StudiedColumn = Pick<KnownSeries['cpu'], 'first' | 'length' | 'values'>;

interface StudiedSeries extends Pick<KnownSeries, 'container'> {
  readonly cpu: StudiedColumn;
  readonly memory: StudiedColumn;
}

/** What the store knows of a workload: what its containers used, on a grid, and their kills. */
export interface ScannedPast {
  readonly stepMs: number;
  readonly series: readonly KnownSeries[];
  /** Memory without page cache, in the columns of memory, where memory follows it. */
  readonly rss?: { readonly signal: OtherSignal; readonly series: readonly KnownSeries[] };
  /** In order of time. */
  killsIn(namespace: string, pod: string, container: string): readonly PastKill[];
}

/**
 * Lets the recommender of a VPA learn what the pods of its target used, as the live one does when it starts with a past
 * from Prometheus. Checkpoints, if given, count as learned before.
 */
export function learned(
  { config, usual, choices, nowMs, capacityOf, lifeOf }: LearningParts,
  vpa: VerticalPodAutoscaler,
  target: ScanTarget,
  past: ScannedPast,
  loadCheckpoints: (state: ClusterState) => void = () => undefined,
): LearnedWorkload {
  const { namespace = '', name } = vpa.metadata;
  const clock: Pick<Clock, 'now'> = { now: () => nowMs };
  const state = new ClusterState(config, usual.learning);
  const studies = new Studies(clock);
  const leaks = new Leaks(config, clock);
  const ooms = new Map<string, readonly Observation[]>();
  studies.choose(choices.of(vpa));
  state.advanceTo(nowMs);
  state.setVpa({
    namespace,
    name,
    selector: target.selector,
    overridesOf: config.featurePerVpaConfig ? historyOverridesOf(vpa) : undefined,
    observer: {
      observe: (container, observation) => {
        leaks.observe(container, observation);
        if (observation.kind === 'oom') ooms.set(container, [...(ooms.get(container) ?? []), observation]);
      },
    },
  });
  const killsOf = ({ namespace: of, pod, container }: ContainerRef) =>
    past.killsIn(of, pod, container).map((kill) => ({ ...kill, bytes: killedAt(kill, target, config) }));
  const pods = [...target.pods, ...target.ended];
  for (const pod of pods) tellPod(state, pod, config.nativeSidecars);
  loadCheckpoints(state);
  const kinds = new Map(target.template.spec.initContainers?.map((one) => [one.name, isNativeSidecar(one)]));
  const life = lifeOf(target);
  const formerUntil = config.newLifeAfterMs > 0 ? formerIn(target, life, past.stepMs) : () => undefined;
  for (const series of past.series) {
    const isSidecar = kinds.get(series.container.container);
    if (isSidecar !== false)
      tellSeries(state, series, past.stepMs, {
        isSidecar,
        kills: killsOf(series.container),
        formerUntilMs: formerUntil(series.container.pod),
      });
  }
  tellUnsampledKills(state, target, past, killsOf);
  for (const pod of pods)
    for (const oom of [...oomsOfPod(pod, undefined, config), ...oomsOfEvictedPod(pod)])
      state.recordOom(oom, oom.atMs, oom.memoryBytes);
  const rss = rssIn(past, config);
  const recommending = new Recommending({
    config,
    estimator: usual,
    state,
    capacityOf: () => capacityOf(target),
    studiesOf: () => studies,
    choices,
    leaksOf: () => leaks,
    rssOf: (_namespace, _name, container) => rss.get(container),
  });
  const newLives = new NewLives({ config, estimator: usual, state, lives: { of: () => life } });
  const counted = newLives.countedIn({ namespace, name }, life, nowMs);
  if (counted) state.readSince(namespace, name, counted.sinceMs);
  const knowledge = recommending.knowledgeOf(namespace, name);
  studies.begin(knowledge.aggregates);
  for (const container of [...studies.begun])
    livePast(studies, container, since(past, counted, formerUntil), ooms.get(container) ?? []);
  const aggregateOf = (container: string): ContainerAggregate | undefined =>
    knowledge.aggregates.get(container);
  const rules = recommending.rulesOf(vpa);
  const recommendation = recommending.recommendationFrom(vpa, knowledge, rules);
  return {
    ...(recommendation && { recommendation }),
    ...(counted && { life: counted }),
    withoutSamples: withoutSamples(knowledge.aggregates, rules),
    why: (container) => {
      const { traces } = explainContainer(knowledge.aggregates, container, rules);
      const lines: Partial<Record<Resource, string>> = {};
      for (const resource of RESOURCES) {
        const trace = traces.find((one) => one.resource === resource && one.bound === 'target');
        if (trace && trace.steps.length > 0) lines[resource] = waterfallLine(trace);
      }
      return lines;
    },
    confidenceOf: (container) => {
      const aggregate = aggregateOf(container);
      return aggregate ? confidenceOf(aggregate, config.confidenceIntervalCpuMs) : 0;
    },
  };
}

/** Without the pods that ran before; a name that goes on begins with the present template. */
function since(
  { series, ...past }: ScannedPast,
  life: TemplateLife | undefined,
  formerUntil: (pod: string) => number | undefined,
): Pick<ScannedPast, 'stepMs'> & { readonly series: readonly StudiedSeries[] } {
  if (!life) return { ...past, series };
  const began = ({ cpu, memory }: KnownSeries) =>
    Math.min(...[cpu, memory].filter(({ length }) => length > 0).map(({ first }) => first)) * past.stepMs;
  return {
    ...past,
    series: series.flatMap((one): StudiedSeries[] => {
      const untilMs = formerUntil(one.container.pod);
      if (untilMs === undefined) return began(one) >= life.sinceMs ? [one] : [];
      const from = Math.ceil(untilMs / past.stepMs);
      return [{ container: one.container, cpu: after(one.cpu, from), memory: after(one.memory, from) }];
    }),
  };
}

function after({ first, length, values }: StudiedColumn, step: number): StudiedColumn {
  const left = Math.min(length, Math.max(0, step - first));
  return { first: first + left, length: length - left, values: values.subarray(left, length) };
}

/** Until when samples of a pod's name are of a former template; a Deployment's ReplicaSets have names of their own. */
function formerIn(
  { ref: { kind }, pods }: ScanTarget,
  life: TemplateLife | undefined,
  stepMs: number,
): (pod: string) => number | undefined {
  if (!life || (kind !== 'StatefulSet' && kind !== 'DaemonSet')) return () => undefined;
  const created = new Map(
    pods.map(({ metadata }) => [metadata.name, Date.parse(metadata.creationTimestamp ?? '')]),
  );
  return (pod) => {
    const createdMs = created.get(pod);
    // A name of a DaemonSet's pod does not come again.
    if (kind === 'DaemonSet' && createdMs !== undefined) return undefined;
    return formerUntil(life, createdMs, stepMs);
  };
}

function tellPod(state: ClusterState, pod: Pod, withSidecars: boolean): void {
  const { metadata, status } = pod;
  const { namespace = '', name, labels = {} } = metadata;
  const containers = modelContainers(pod, withSidecars);
  state.setPod({ namespace, name, labels, phase: status?.phase ?? 'Pending', containers });
}

function tellSeries(
  state: ClusterState,
  { container, cpu, memory }: KnownSeries,
  stepMs: number,
  {
    isSidecar = false,
    kills,
    formerUntilMs,
  }: {
    readonly isSidecar?: boolean | undefined;
    readonly kills: readonly LearnedKill[];
    readonly formerUntilMs?: number | undefined;
  },
): void {
  const intake = openPastOf(state, { ...container, isSidecar }, formerUntilMs);
  let killed = 0;
  const killUntil = (timeMs: number) => {
    for (let kill = kills[killed]; kill && kill.atMs <= timeMs; kill = kills[++killed])
      intake.addOom(kill.atMs, kill.bytes);
  };
  for (let index = 0; index < cpu.length; index++) {
    const value = cpu.values[index] ?? Number.NaN;
    if (!Number.isNaN(value)) intake.addCpu((cpu.first + index) * stepMs, value);
  }
  for (let index = 0; index < memory.length; index++) {
    const [atMs, value] = [(memory.first + index) * stepMs, memory.values[index] ?? Number.NaN];
    killUntil(atMs);
    if (!Number.isNaN(value)) intake.addMemory(atMs, value);
  }
  killUntil(Number.POSITIVE_INFINITY);
  intake.end();
}

/** Kills of pods that are there and were killed before any sample of theirs came. */
function tellUnsampledKills(
  state: ClusterState,
  { pods, ended, template }: ScanTarget,
  { series }: ScannedPast,
  killsOf: (ref: ContainerRef) => readonly LearnedKill[],
): void {
  const sampled = new Set(series.map(({ container: { pod, container } }) => `${pod}/${container}`));
  for (const { metadata } of [...pods, ...ended])
    for (const { name: container } of sizedContainers(template.spec)) {
      const ref = { namespace: metadata.namespace ?? '', pod: metadata.name, container };
      if (sampled.has(`${ref.pod}/${container}`)) continue;
      for (const { atMs, bytes } of killsOf(ref)) state.recordOom(ref, atMs, bytes);
    }
}

interface LearnedKill extends PastKill {
  readonly bytes: number;
}

/** The limit that it had then, or has by its template, and without one its request. */
function killedAt(
  { container, limitBytes }: PastKill,
  { template }: ScanTarget,
  { oomFromRequest }: Pick<RecommenderSettings, 'oomFromRequest'>,
): number {
  const stated = sizedContainer(template.spec, container)?.resources;
  const limit = limitBytes ?? amountsFrom(stated?.limits).memory;
  const request = amountsFrom(stated?.requests).memory;
  return (oomFromRequest ? request : (limit ?? request)) ?? 0;
}

/** What each container needs of memory without page cache. */
function rssIn({ rss, stepMs }: ScannedPast, config: RecommenderSettings): Map<string, BoundAmounts> {
  if (!rss) return new Map();
  const histories = new Map<string, SignalHistory>();
  const intervals = Math.max(1, stepMs / config.signalsIntervalMs);
  for (const { container, memory } of rss.series) {
    const history = ofKey(histories, container.container, () => new SignalHistory(rss.signal));
    for (let index = 0; index < memory.length; index++) {
      const value = memory.values[index] ?? Number.NaN;
      if (isMeasured(value)) history.add(value, (memory.first + index) * stepMs, intervals);
    }
  }
  const amounts = new Map<string, BoundAmounts>();
  for (const [name, history] of histories) {
    const own = rssAmounts(rss.signal, history, config);
    if (own) amounts.set(name, own);
  }
  return amounts;
}

/** As from what the store has kept: at each time the mean CPU of the pods, and their highest memory; and the kills. */
function livePast(
  studies: Studies,
  container: string,
  { stepMs, series }: { readonly stepMs: number; readonly series: readonly StudiedSeries[] },
  ooms: readonly Observation[],
): void {
  const anew = studies.anew(container);
  const own = series.filter((one) => one.container.container === container);
  const columns = own.flatMap(({ cpu, memory }) => [cpu, memory]).filter(({ length }) => length > 0);
  if (!anew || columns.length === 0) return;
  const first = Math.min(...columns.map((column) => column.first));
  const last = Math.max(...columns.map((column) => column.first + column.length - 1));
  const study: Study = anew.study;
  const kills = [...ooms].sort((a, b) => a.timeMs - b.timeMs);
  let killed = 0;
  const killUntil = (timeMs: number) => {
    for (let kill = kills[killed]; kill && kill.timeMs <= timeMs; kill = kills[++killed]) study.observe(kill);
  };
  for (let step = first; step <= last; step++) {
    let [sum, count, most] = [0, 0, Number.NaN];
    for (const { cpu, memory } of own) {
      const used = cpu.values[step - cpu.first];
      if (step < cpu.first + cpu.length && used !== undefined && !Number.isNaN(used)) {
        sum += used;
        count++;
      }
      const bytes = memory.values[step - memory.first];
      if (step < memory.first + memory.length && bytes !== undefined && !(bytes <= most)) most = bytes;
    }
    killUntil(step * stepMs);
    liveThroughPoint(study, {
      atMs: step * stepMs,
      cpuMillicores: count > 0 ? sum / count : undefined,
      memoryBytes: Number.isNaN(most) ? undefined : most,
    });
  }
  killUntil(Number.POSITIVE_INFINITY);
  anew.accept();
}

/** The steps that change the amount, in one line: `90th percentile of usage 80m, Safety margin of 15 % 92m`. */
function waterfallLine(
  trace: Parameters<typeof estimationStepWords>[0] & {
    readonly steps: readonly (Parameters<typeof estimationStepWords>[1] & { readonly value: number })[];
  },
): string {
  return trace.steps
    .filter((step, index) => index === 0 || step.value !== trace.steps[index - 1]?.value)
    .map((step) => {
      const words = estimationStepWords(trace, step);
      const amount = formatAmount(trace.resource, step.value);
      return words.endsWith(` ${amount}`) ? words : `${words} ${amount}`;
    })
    .join(' → ');
}
