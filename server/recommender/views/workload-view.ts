import { OTHER_VALUES } from '@/server/decide/features/node-scope/scope';
import {
  keepsLimit,
  NO_POLICIES,
  NO_POLICY,
  PolicyError,
  policyOrDefault,
} from '@/server/decide/pods/container-policy';
import type { InUse } from '@/server/decide/pods/in-use';
import type { NamespaceLimits } from '@/server/decide/pods/limit-bounds';
import { movedByUs, movedWhenKilled } from '@/server/decide/pods/moved-by-us';
import { isGivenByUs } from '@/server/decide/pods/pod-annotations';
import type { QuotaLeft } from '@/server/decide/pods/quota-left';
import { countingPod } from '@/server/decide/pods/quota-scopes';
import { quotaShortage } from '@/server/decide/pods/quota-shortage';
import { startupNeeds } from '@/server/decide/pods/startup-need';
import { readVpa } from '@/server/decide/pods/vpa-reading';
import type { ProblemReporter } from '@/server/kube/problems';
import type { WatchCache } from '@/server/kube/watch-cache';
import type { Clock } from '@/server/lib/time/clock';
import type { ContainerAggregate } from '@/server/model/aggregate';
import type { ClusterState } from '@/server/model/cluster-state';
import type { OwnerRef } from '@/server/objects/owners';
import { podsOfRun, podTemplateOf } from '@/server/objects/pod-template';
import { amountsFrom } from '@/server/objects/quantity';
import { formatSelector } from '@/server/objects/selector';
import { sizedContainers } from '@/server/objects/sized-containers';
import { isOnPodGroup } from '@/server/objects/target-key';
import type {
  Container,
  HorizontalPodAutoscaler,
  KubeEvent,
  Pod,
  PodSpec,
  ResourceList,
  Workload,
} from '@/server/objects/types';
import { type Amounts, EPHEMERAL_STORAGE, RESOURCES, type Resource } from '@/server/objects/units';
import type {
  RecommendedContainerResources,
  RecommendedPodResources,
  VerticalPodAutoscaler,
} from '@/server/objects/vpa-types';
import type { WorkloadKind } from '@/server/objects/workload-kinds';
import { compareTexts } from '@/server/words/natural-order';
import { aboutVpa, eachByItself } from '@/server/words/object-fault';
import type {
  ContainerDetail,
  ContainerView,
  EstimationTrace,
  NodeGroupsView,
  NodeGroupView,
  PodView,
  ResourceView,
  WorkloadDetail,
  WorkloadSummary,
} from '../../contract/recommendations';
import { confidenceOf } from '../../decide/estimators/confidence';
import type { PlannedAmount } from '../../decide/pods/pod-sum';
import { keyOf } from '../../objects/object-key';
import type { CheckpointKeeper } from '../checkpoints/checkpoint-keeper';
import type { RecentCounts } from '../feeds/recent-counts';
import type { Groups } from '../groups';
import type { NodeGroup } from '../groups/vpa-groups';
import type { Pass } from '../pass';
import { fillNode, mostForOne } from '../recommend/node-capacity';
import { explainContainer, withoutSamples } from '../recommend/recommendation';
import type { Knowledge, Recommending } from '../recommend/recommending';
import type { RecommenderSettings } from '../settings';
import type { SignalsHandle } from '../signals';
import { sameRecommendation } from '../status/recommendation-diff';
import type { ServedVpa } from '../vpas/served-vpa';
import { type CappedForPods, cappedForPods, cappedTraces, cappedView } from './capped';
import { leakCap, leakInWords, leakView, risesNoMore } from './leak-view';
import { narrowingOf } from './narrowing';
import { newPodFrom } from './new-pod';
import { pendingPods, refusedPods, wantsNoPods } from './pod-troubles';
import { podView } from './pod-view';
import { instancesOf, recommendedFor } from './recent-past';
import { stateOf } from './recommendation-state';
import { amountIn, type ContainerInPod, resourceView } from './resource-view';
import { isSilent } from './silence';
import { ownWords, policyView } from './vpa-view';
import { wholePodView } from './whole-pod-view';

/** Pods in a list: more would weigh the page down, and nobody reads them. */
const MOST_LISTED = 1000;

/** The modes in which a pod goes before it has more. */
const REPLACES: ReadonlySet<string> = new Set(['Recreate', 'Auto']);

interface ViewParts {
  config: RecommenderSettings;
  problems: ProblemReporter;
  checkpointKeeper: Pick<CheckpointKeeper, 'aboutCheckpoint'>;
  pods: WatchCache<Pod>;
  state: Pick<ClusterState, 'usageOf'>;
  /** The current workload of a target, with events about pods refused to it; undefined for other kinds. */
  controllerOf(
    target: OwnerRef,
  ): { kind: WorkloadKind; workload: Workload; events: () => readonly KubeEvent[] } | undefined;
  /** What owns a pod in the end, as far as it is known. */
  ownerOf(pod: Pod): { kind: string; name: string } | undefined;
  recommending: Recommending;
  pass: Pass;
  recentOoms: RecentCounts;
  /** What kubelets ended, by its kind. */
  ended: RecentCounts;
  clock: Clock;
  /** The HPAs that scale the target of a VPA, as far as they are heeded. */
  hpasOf(vpa: VerticalPodAutoscaler): readonly HorizontalPodAutoscaler[];
  /** What the pods of its target use now. */
  inUseOf(vpa: VerticalPodAutoscaler): InUse | undefined;
  /** The merged LimitRanges of a namespace. */
  limitsOf(namespace: string): NamespaceLimits;
  quotasOf(namespace: string): readonly QuotaLeft[];
  globalMaxAllowed: Amounts;
  /** Absent without a source. */
  signals: Pick<SignalsHandle, 'view'> | undefined;
  groups: Pick<Groups, 'rulesOf' | 'nodesOf' | 'aggregatesOf'>;
}

interface DetailOf {
  value?: string | undefined;
  knowledge?: Knowledge;
}

type Controller = ReturnType<ViewParts['controllerOf']>;

/** What the views of one VPA are made from, looked up once. */
interface Seen {
  served: ServedVpa;
  knowledge: Knowledge;
  controller: Controller;
  /** The template of new pods. */
  template: PodSpec | undefined;
  /** A new pod, by which the requests are judged if no pod lives, and always for a CronJob, whose pods come and go. */
  newPod: readonly Container[] | undefined;
  /** The caps on its pods, by container. */
  capped: ReadonlyMap<string, CappedForPods> | undefined;
  recommendation: ServedVpa['recommendation'];
  /** The group of nodes that it is restricted to, if it is to one. */
  group?: NodeGroup;
}

/** What the pages show of one VPA, made on demand, with the functions the pass uses. */
export class WorkloadViews {
  constructor(private readonly parts: ViewParts) {}

  /** @param knowledge what is known, if not of the VPA itself */
  summary(served: ServedVpa, knowledge?: Knowledge): WorkloadSummary {
    const seen = this.seenPodOf(served, knowledge);
    return {
      ...this.common(seen),
      containers: this.containerNames(seen).map((name) => this.container(name, seen)),
    };
  }

  /** The groups of nodes, each with what its pods request and are recommended. */
  private nodeGroups(seen: Seen): { nodeGroups: NodeGroupsView } | undefined {
    const { served, knowledge } = seen;
    if (!served.groups) return undefined;
    const values = this.parts.groups.nodesOf(served.groups);
    const names = this.containerNames(seen);
    const groups = [...served.groups.byValue.values()].map((group): NodeGroupView => {
      const own = this.ofGroup(seen, group);
      return {
        value: group.value,
        nodes: values.get(group.value)?.nodes ?? 0,
        pods: own.knowledge.pods.length,
        containers: names.map((name) => this.container(name, own)),
        ...(!group.recommendation && { getsLargest: true }),
        ...(group.young.size > 0 && { young: [...group.young].sort() }),
      };
    });
    const ownValues = [...values.keys()].filter((value) => served.groups?.byValue.has(value));
    const others = [...values].filter(([value]) => !served.groups?.byValue.has(value));
    const inOthers = groups.find(({ value }) => value === OTHER_VALUES);
    if (inOthers) inOthers.nodes = others.reduce((sum, [, { nodes }]) => sum + nodes, 0);
    return {
      nodeGroups: {
        scope: served.groups.scope,
        groups: groups.sort((a, b) => compareTexts(a.value, b.value)),
        otherValues: inOthers ? 0 : values.size - ownValues.length,
        elsewhere: knowledge.pods.length - groups.reduce((sum, { pods }) => sum + pods, 0),
      },
    };
  }

  private ofGroup(seen: Seen, group: NodeGroup): Seen {
    const { served, knowledge } = seen;
    const own = this.parts.recommending.knowledgeOf(served.namespace, group.modelName);
    return {
      ...seen,
      knowledge: { ...own, aggregates: this.parts.groups.aggregatesOf(served, group, knowledge) },
      newPod: undefined,
      capped: undefined,
      recommendation: group.recommendation ?? served.recommendation,
      group,
    };
  }

  /** Judged by one of the pods, since those of a workload are alike, or by a new one. */
  private seenPodOf(
    served: ServedVpa,
    knowledge = this.parts.recommending.knowledgeOf(served.namespace, served.name),
  ): Seen {
    const { config, pods, limitsOf, controllerOf } = this.parts;
    const [first] = knowledge.pods;
    const controller = served.target.kind === 'found' ? controllerOf(served.target.topmost) : undefined;
    const template = controller && podTemplateOf(controller.workload)?.spec;
    const isNew = !first || controller?.kind === 'cronJobs';
    const limits = limitsOf(served.namespace);
    const newPod =
      isNew && template
        ? newPodFrom(template, served.vpa, {
            limits,
            quotas: config.respectRoom ? this.parts.quotasOf(served.namespace) : [],
            hpas: this.parts.hpasOf(served.vpa),
            inUse: this.parts.inUseOf(served.vpa),
            withSidecars: config.nativeSidecars,
            cpuLimitStep: config.cpuLimitStep,
          })
        : undefined;
    const capped = cappedForPods(
      newPod ? template : first && pods.get(first.namespace, first.name)?.spec,
      this.policies(served) ?? NO_POLICIES,
      served.recommendation,
      limits,
      { whole: served.wholePod?.recommendation, vpa: readVpa(served.vpa).compiled },
    );
    return { served, knowledge, controller, template, newPod, capped, recommendation: served.recommendation };
  }

  /**
   * @param of `value`: the group of nodes to restrict containers and pods to, if there is one of this name;
   * `knowledge`: what is known, if not of the VPA itself
   */
  detail(served: ServedVpa, { value, knowledge }: DetailOf = {}): WorkloadDetail {
    const whole = this.seenPodOf(served, knowledge);
    const group = value === undefined ? undefined : served.groups?.byValue.get(value);
    const seen = group ? this.ofGroup(whole, group) : whole;
    const pods = seen.knowledge.pods
      .map(({ namespace, name }) => this.parts.pods.get(namespace, name))
      .filter((pod) => pod !== undefined);
    const names = this.containerNames(whole);
    const checkpoints = [...new Set([...names, ...whole.knowledge.aggregates.keys()])].flatMap(
      (container) => {
        const about = this.parts.checkpointKeeper.aboutCheckpoint(served.namespace, {
          vpa: served.name,
          container,
        });
        return [about, `${about} of VPA ${served.name}`];
      },
    );
    const blamed = new Set([
      aboutVpa(served),
      ...pods.map((pod) => `Pod ${keyOf(pod.metadata)}`),
      ...checkpoints,
    ]);
    return {
      ...this.common(whole),
      ...(group && { group: group.value }),
      containers: names.map((name) => this.containerDetail(name, seen)),
      ...this.startup(whole),
      ...this.wholePod(whole, pods),
      signals: this.parts.signals?.view(served, names, served.recommendation) ?? { kind: 'no-source' },
      podList: this.podList(served, pods),
      ...(isOnPodGroup(served.vpa) &&
        served.target.kind === 'found' && { podSelector: formatSelector(served.target.selector) }),
      policy: policyView(served.vpa, this.parts.config),
      written: {
        atMs: served.statusMs || undefined,
        isBehind: !sameRecommendation(served.vpa.status?.recommendation, served.recommendation),
      },
      problems: this.parts.problems.list().filter(({ about }) => blamed.has(about.split(',')[0] ?? '')),
    };
  }

  private wholePod({ served, recommendation }: Seen, pods: readonly Pod[]): Pick<WorkloadDetail, 'wholePod'> {
    const usageOf = ({ metadata: { namespace = '', name } }: Pod, container: string) =>
      this.parts.state.usageOf(namespace, name, container);
    const wholePod = wholePodView({ served, pods, recommendation, usageOf });
    return wholePod ? { wholePod } : {};
  }

  private podList({ vpa }: ServedVpa, pods: readonly Pod[]): PodView[] {
    const { state, ownerOf } = this.parts;
    const isOfGroup = isOnPodGroup(vpa);
    const view = (pod: Pod) => {
      const own = podView(pod, state);
      return isOfGroup ? { ...own, owner: ownerOf(pod) ?? null } : own;
    };
    return eachByItself('Pod', pods.slice(0, MOST_LISTED), view).results;
  }

  private common(seen: Seen) {
    const { served, controller, newPod } = seen;
    const { pods } = seen.knowledge;
    const { requestsBy, ...trouble } = this.seenOnPods(seen);
    const circumstances = {
      ...trouble,
      livePods: pods.length,
      policies: this.policies(served),
      lastMetrics: this.parts.pass.lastMetrics,
      killed: () => this.killed(served),
    };
    const { refused, pending } = trouble;
    const state = stateOf(served, circumstances);
    return {
      ...ownWords(served.vpa, this.parts.config),
      pods: pods.length,
      ...(controller?.kind === 'cronJobs' && { podsOfRun: podsOfRun(controller.workload) }),
      ...(newPod && { isOfNewPods: true }),
      requestsBy,
      state,
      refused,
      pending,
      ...this.endedByKubelets(served),
      ...this.nodeGroups(seen),
    };
  }

  private endedByKubelets({ namespace, name }: ServedVpa): Pick<WorkloadSummary, 'endedByKubelets'> {
    const nowMs = this.parts.clock.now();
    const [evicted, preempted] = (['evicted', 'preempted'] as const).map((kind) =>
      this.parts.ended.inLastDay(namespace, name, kind, nowMs),
    );
    if (!evicted && !preempted) return {};
    return { endedByKubelets: { ...(evicted && { evicted }), ...(preempted && { preempted }) } };
  }

  private killed({ vpa, liveContainers }: ServedVpa) {
    const { namespace = '', name } = vpa.metadata;
    const nowMs = this.parts.clock.now();
    return [...liveContainers].flatMap((container) => {
      const ooms = this.parts.recentOoms.inLastDay(namespace, name, container, nowMs);
      return ooms ? [{ container, times: ooms.times }] : [];
    });
  }

  /** Who gave the pods of the target their requests, and what prevents pods from being created or from running. */
  private seenOnPods(seen: Seen) {
    const { controller, template } = seen;
    const known = this.podsOf(seen);
    const requestsBy = givenBy(known, template);
    const pending = pendingPods(known, this.parts.clock.now());
    if (!controller) return { requestsBy, pending };
    const { kind, workload, events } = controller;
    return {
      requestsBy,
      pending,
      refused: refusedPods(kind, workload, events, this.parts.clock.now()),
      wantsNoPods: wantsNoPods(workload),
    };
  }

  private podsOf({ knowledge }: Seen): Pod[] {
    return knowledge.pods.flatMap(({ namespace, name }) => this.parts.pods.get(namespace, name) ?? []);
  }

  private policies({ vpa }: ServedVpa) {
    try {
      return this.parts.recommending.policiesOf(vpa);
    } catch (error) {
      if (error instanceof PolicyError) return undefined;
      throw error;
    }
  }

  private containerNames({ served, knowledge, template }: Seen): string[] {
    const { liveContainers, aggregates } = knowledge;
    if (liveContainers.size > 0) return [...liveContainers].sort();
    const stated = template ? sizedContainers(template).map(({ name }) => name) : [];
    const recommended = served.recommendation?.containerRecommendations ?? [];
    return [
      ...new Set([...stated, ...aggregates.keys(), ...recommended.map(({ containerName }) => containerName)]),
    ].sort();
  }

  private container(name: string, seen: Seen): ContainerView {
    const { served, knowledge, newPod, capped } = seen;
    const { pods, state, recentOoms, clock, globalMaxAllowed } = this.parts;
    const policies = this.policies(served);
    const rules = this.rulesOf(seen);
    const bounds = {
      policies: policies ?? NO_POLICIES,
      globalMaxAllowed,
      leak: leakInWords(served, name),
      capOfNodes: (resource: Resource) => {
        const targets = targetsOf(seen.recommendation);
        if (fillNode(targets, resource, rules.capacity)) return 'largest-node' as const;
        return rules.capacity?.crowds && ('room-now' as const);
      },
      mostOf: (resource: Resource) => {
        const stated = this.parts.limitsOf(served.namespace).container?.max?.[resource];
        const given = mostForOne(name, targetsOf(seen.recommendation), resource, rules.capacity);
        return {
          ...(stated !== undefined && { 'limit-range': stated }),
          ...(given !== undefined && { node: given }),
        };
      },
      quotaFor: (resource: Resource, to: number, { request, limit }: ResourceView) => {
        const from = request?.min ?? 0;
        const isKept = keepsLimit(policyOrDefault(policies ?? NO_POLICIES, name), resource);
        const limits = limit && from > 0 && !isKept;
        const quotas = this.parts.quotasOf(served.namespace);
        const spec = this.podsOf(seen)[0]?.spec ?? seen.template;
        // A pod that states nothing yet is no longer BestEffort then.
        const planned: PlannedAmount = (container, field, of) =>
          container === name && field === 'requests' && of === resource ? to : undefined;
        return quotaShortage(spec ? countingPod(quotas, spec, planned) : quotas, resource, {
          pods: Math.max(1, knowledge.pods.length),
          replaces: REPLACES.has(ownWords(served.vpa, this.parts.config).updateMode),
          requests: { from, to },
          ...(limits && { limits: { from: limit.min, to: (limit.min * to) / from } }),
        });
      },
    };
    const recommended = recommendedFor(seen.recommendation, name);
    const live = instancesOf(name, knowledge, pods, state);
    const instances = newPod ? asNew(live, newPod, name) : live;
    const unsampled = withoutSamples(knowledge.aggregates, rules).get(name);
    const own = seen.template ? this.podsOf(seen) : [];
    const killedWith = seen.template && movedWhenKilled(own, seen.template, name);
    const viewOf = (resource: Resource): ResourceView => ({
      ...cappedView(
        resourceView(resource, instances, recommended),
        { resource, container: name },
        capped?.get(name),
        bounds,
      ),
      ...(own.length > 0 &&
        seen.template && { movedByUs: movedByUs(own, seen.template, { container: name, resource }) }),
      ...(unsampled?.includes(resource) && { hasNoSamples: true }),
    });
    const aggregate = knowledge.aggregates.get(name);
    return {
      name,
      ...(knowledge.sidecars.has(name) && { isSidecar: true }),
      off: (policies ? policyOrDefault(policies, name) : NO_POLICY).off,
      cpu: viewOf('cpu'),
      memory: viewOf('memory'),
      confidence: seen.group
        ? confidenceIn(aggregate, this.parts.config)
        : (served.containers.get(name)?.confidence ?? 0),
      samples: aggregate?.sampleCount ?? 0,
      firstSampleMs: aggregate?.firstSampleMs,
      lastSampleMs: aggregate?.lastSampleMs,
      ...leakCap(served, name, policies, globalMaxAllowed, bounds.mostOf('memory').node),
      ...risesNoMore(served, name),
      ...(killedWith && { killedWith }),
      ooms: seen.group ? undefined : recentOoms.inLastDay(served.namespace, served.name, name, clock.now()),
    };
  }

  /** What an init container makes useless, judged by one of the pods. */
  private startup({
    knowledge,
    template,
    capped,
    recommendation,
  }: Seen): Pick<WorkloadDetail, 'startupNeeds'> {
    const [first] = knowledge.pods;
    const spec = (first && this.parts.pods.get(first.namespace, first.name)?.spec) ?? template;
    if (!spec?.initContainers?.length) return {};
    const targets = new Map(targetsOf(recommendation).map(({ container, target }) => [container, target]));
    const needs = startupNeeds(spec, (name, _field, resource) =>
      resource === EPHEMERAL_STORAGE
        ? undefined
        : (capped?.get(name)?.target ?? targets.get(name))?.[resource],
    );
    return needs.length > 0 ? { startupNeeds: needs } : {};
  }

  private rulesOf({ served, group }: Seen) {
    const isUsable = this.policies(served) !== undefined;
    if (group && isUsable) return this.parts.groups.rulesOf(served, group);
    return this.parts.recommending.rulesOf(served.vpa, isUsable ? undefined : NO_POLICIES);
  }

  private isSilent(aggregate: Pick<ContainerAggregate, 'lastSampleMs'> | undefined): boolean {
    const { pass, config } = this.parts;
    return isSilent(aggregate?.lastSampleMs, pass.lastAskedMs, config.recommenderIntervalMs);
  }

  private containerDetail(name: string, seen: Seen): ContainerDetail {
    const { served, knowledge } = seen;
    const isUsable = this.policies(served) !== undefined;
    const rules = this.rulesOf(seen);
    const { traces, histograms } = explainContainer(knowledge.aggregates, name, rules);
    const view = this.container(name, seen);
    const aggregate = knowledge.aggregates.get(name);
    const narrowing = (resource: Resource) =>
      aggregate &&
      narrowingOf(
        aggregate,
        traces.find((trace) => trace.resource === resource && trace.bound === 'upperBound'),
      );
    return {
      ...view,
      narrowing: { cpu: narrowing('cpu'), memory: narrowing('memory') },
      ...(served.life && {
        countsSince: { atMs: served.life.sinceMs, changed: served.life.changed },
      }),
      ...(this.isSilent(aggregate) && { isSilent: true }),
      ...leakView(served, name),
      histograms,
      traces: isUsable ? cappedTraces(withGroupStep(traces, seen, name), view, seen.capped?.get(name)) : [],
    };
  }
}

/** The step from the estimate to what the groups of nodes make of it. */
function withGroupStep(
  traces: readonly EstimationTrace[],
  { served, group, recommendation: all }: Seen,
  container: string,
): readonly EstimationTrace[] {
  if (!served.groups) return traces;
  const recommendation = recommendedFor(all, container);
  return traces.map((trace) => {
    const value = amountIn(statedFor(trace.bound, recommendation), trace.resource);
    const before = trace.steps.at(-1)?.value;
    if (value === undefined || before === undefined || value === before) return trace;
    return { ...trace, steps: [...trace.steps, { step: group ? 'all-nodes' : 'node-groups', value }] };
  });
}

function statedFor(
  bound: EstimationTrace['bound'],
  recommendation: RecommendedContainerResources | undefined,
): ResourceList | undefined {
  if (bound !== 'limit') return recommendation?.[bound];
  const limit = recommendation?.memoryLimit;
  return limit && { memory: limit.target };
}

function givenBy(pods: readonly Pod[], template: PodSpec | undefined): WorkloadSummary['requestsBy'] {
  if (pods.length === 0) return undefined;
  const isMoved = template
    ? sizedContainers(template).some(({ name: container }) =>
        RESOURCES.some((resource) => movedByUs(pods, template, { container, resource }) !== 'none'),
      )
    : pods.some(({ metadata }) => isGivenByUs(metadata.annotations));
  return isMoved ? 'us' : 'template';
}

function confidenceIn(aggregate: ContainerAggregate | undefined, config: RecommenderSettings): number {
  return aggregate ? confidenceOf(aggregate, config.confidenceIntervalCpuMs) : 0;
}

/** The usage of the pods with the requests of a new one. */
function asNew(
  live: readonly ContainerInPod[],
  newPod: readonly Container[],
  name: string,
): ContainerInPod[] {
  const container = newPod.find((one) => one.name === name);
  return live.length > 0
    ? live.map(({ usage }) => ({ container, usage }))
    : [{ container, usage: undefined }];
}

function targetsOf(recommendation: RecommendedPodResources | undefined) {
  return (recommendation?.containerRecommendations ?? []).map(({ containerName, target }) => ({
    container: containerName,
    target: amountsFrom(target),
  }));
}
