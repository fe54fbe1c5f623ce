import { estimatorOf } from '../../decide/estimators';
import { confidenceOf } from '../../decide/estimators/confidence';
import type { Study } from '../../decide/estimators/recommender';
import type { Clock } from '../../lib/time/clock';
import type { ContainerAggregate } from '../../model/aggregate';
import { ClusterState } from '../../model/cluster-state';
import { isNativeSidecar } from '../../objects/sized-containers';
import type { Pod } from '../../objects/types';
import { RESOURCES, type Resource } from '../../objects/units';
import type { RecommendedPodResources, VerticalPodAutoscaler } from '../../objects/vpa-types';
import { historyOverridesOf } from '../../recommender/books/policy-overrides';
import { liveThroughPoint } from '../../recommender/past/study-past';
import { Choices } from '../../recommender/recommend/choices';
import { Leaks } from '../../recommender/recommend/leaks';
import type { PodRoom } from '../../recommender/recommend/node-room';
import { explainContainer } from '../../recommender/recommend/recommendation';
import { Recommending } from '../../recommender/recommend/recommending';
import { Studies } from '../../recommender/recommend/studies';
import type { RecommenderSettings } from '../../recommender/settings';
import { modelContainers } from '../../usage/model-containers';
import { oomsOfPod } from '../../usage/oom';
import { formatAmount } from '../../words/amounts';
import { estimationStepWords } from '../../words/estimation-steps';
import type { ScanTarget } from '../cluster/targets';
import type { KnownSeries } from '../past/known-past';

/** What a recommender says of a workload. */
export interface LearnedWorkload {
  readonly recommendation?: RecommendedPodResources;
  /** How the target of a container came about, a line for each resource. */
  why(container: string): Partial<Record<Resource, string>>;
  /** Days of history. */
  confidenceOf(container: string): number;
}

interface LearningParts {
  readonly config: RecommenderSettings;
  /** The cluster's time at the end of the past, Unix ms. */
  readonly nowMs: number;
  /** Where the pods of a workload may run, if that matters. */
  roomOf(target: ScanTarget): PodRoom | undefined;
}

/**
 * Lets the recommender of a VPA learn what the pods of its target used, as the live one does when it starts with a past
 * from Prometheus. Checkpoints, if given, count as learned before.
 */
export function learned(
  { config, nowMs, roomOf }: LearningParts,
  vpa: VerticalPodAutoscaler,
  target: ScanTarget,
  past: { readonly stepMs: number; readonly series: readonly KnownSeries[] },
  loadCheckpoints: (state: ClusterState) => void = () => undefined,
): LearnedWorkload {
  const { namespace = '', name } = vpa.metadata;
  const clock: Pick<Clock, 'now'> = { now: () => nowMs };
  const usual = estimatorOf('percentile', config);
  const state = new ClusterState(config, usual.learning);
  const choices = new Choices(config, usual);
  const studies = new Studies(clock);
  const leaks = new Leaks(config, clock);
  studies.choose(choices.of(vpa));
  state.advanceTo(nowMs);
  state.setVpa({
    namespace,
    name,
    selector: target.selector,
    overridesOf: config.featurePerVpaConfig ? historyOverridesOf(vpa) : undefined,
    observer: { observe: (container, observation) => leaks.observe(container, observation) },
  });
  for (const pod of target.pods) tellPod(state, pod, config.nativeSidecars);
  loadCheckpoints(state);
  const kinds = new Map(target.template.spec.initContainers?.map((one) => [one.name, isNativeSidecar(one)]));
  for (const series of past.series) {
    const isSidecar = kinds.get(series.container.container);
    if (isSidecar !== false) tellSeries(state, series, past.stepMs, isSidecar);
  }
  for (const pod of target.pods)
    for (const oom of oomsOfPod(pod, undefined, config)) state.recordOom(oom, oom.atMs, oom.memoryBytes);
  const recommending = new Recommending(
    config,
    usual,
    state,
    () => roomOf(target),
    () => studies,
    choices,
    () => undefined,
    () => leaks,
  );
  const knowledge = recommending.knowledgeOf(namespace, name);
  studies.begin(knowledge.aggregates);
  for (const container of [...studies.begun]) livePast(studies, container, past);
  const aggregateOf = (container: string): ContainerAggregate | undefined =>
    knowledge.aggregates.get(container);
  const recommendation = recommending.recommendationFrom(vpa, knowledge);
  return {
    ...(recommendation && { recommendation }),
    why: (container) => {
      const { traces } = explainContainer(knowledge.aggregates, container, recommending.rulesOf(vpa));
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
  isSidecar = false,
): void {
  const intake = state.openPast({ ...container, isSidecar });
  for (const [column, add] of [
    [cpu, intake.addCpu],
    [memory, intake.addMemory],
  ] as const)
    for (let index = 0; index < column.length; index++) {
      const value = column.values[index] ?? Number.NaN;
      if (!Number.isNaN(value)) add.call(intake, (column.first + index) * stepMs, value);
    }
  intake.end();
}

/** As from what the store has kept: at each time the mean CPU of the pods, and their highest memory. */
function livePast(
  studies: Studies,
  container: string,
  { stepMs, series }: { readonly stepMs: number; readonly series: readonly KnownSeries[] },
): void {
  const anew = studies.anew(container);
  const own = series.filter((one) => one.container.container === container);
  const columns = own.flatMap(({ cpu, memory }) => [cpu, memory]).filter(({ length }) => length > 0);
  if (!anew || columns.length === 0) return;
  const first = Math.min(...columns.map((column) => column.first));
  const last = Math.max(...columns.map((column) => column.first + column.length - 1));
  const study: Study = anew.study;
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
    liveThroughPoint(study, {
      atMs: step * stepMs,
      cpuMillicores: count > 0 ? sum / count : undefined,
      memoryBytes: Number.isNaN(most) ? undefined : most,
    });
  }
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
