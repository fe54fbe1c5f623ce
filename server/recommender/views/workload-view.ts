import type { Clock } from '@/server/clock';
import { aboutVpa, eachByItself } from '@/server/kube/object-fault';
import { podsOfRun, podTemplateOf } from '@/server/kube/pod-template';
import type { OwnerRef } from '@/server/kube/targets';
import type { Container, KubeEvent, Pod, PodSpec, Workload } from '@/server/kube/types';
import type { WatchCache } from '@/server/kube/watch-cache';
import type { WorkloadKind } from '@/server/kube/workload-kinds';
import type { ClusterState } from '@/server/model/cluster-state';
import { amountsFrom } from '@/server/model/quantity';
import type { Amounts, Resource } from '@/server/model/units';
import { NO_POLICIES, NO_POLICY, PolicyError, policyOrDefault } from '@/server/policy/container-policy';
import { fillsNode } from '@/server/policy/largest-node';
import type { NamespaceLimits } from '@/server/policy/limit-bounds';
import type { ProblemReporter } from '@/server/problems';
import type { VpaRecord } from '../books/vpa-record';
import { podKey } from '../feeds/pod-feed';
import type { RecentOoms } from '../feeds/recent-ooms';
import type { Pass } from '../pass';
import { explainContainer } from '../recommend/recommendation';
import type { Knowledge, Recommending } from '../recommend/recommending';
import type { RecommenderSettings } from '../settings';
import type { SignalsHandle } from '../signals';
import { sameRecommendation } from '../status/recommendation-diff';
import type { ContainerDetail, ContainerView, WorkloadDetail, WorkloadSummary } from '.';
import { type Held, heldRecommendation, heldTraces, heldView } from './held';
import { newPodFrom } from './new-pod';
import { pendingPods, refusedPods, wantsNoPods } from './pod-troubles';
import { podView } from './pod-view';
import { instancesOf, recommendedFor } from './recent-past';
import { stateOf } from './recommendation-state';
import { type ContainerInPod, resourceView } from './resource-view';
import { ownWords, policyView } from './vpa-view';

interface ViewParts {
  config: RecommenderSettings;
  problems: ProblemReporter;
  pods: WatchCache<Pod>;
  state: Pick<ClusterState, 'usageOf'>;
  /** The current workload of a target, with events about pods refused to it; undefined for other kinds. */
  controllerOf(
    target: OwnerRef,
  ): { kind: WorkloadKind; workload: Workload; events: readonly KubeEvent[] } | undefined;
  recommending: Recommending;
  pass: Pass;
  recentOoms: RecentOoms;
  clock: Clock;
  /** The merged LimitRanges of a namespace. */
  limitsOf(namespace: string): NamespaceLimits;
  globalMaxAllowed: Amounts;
  /** Absent without a source. */
  signals: Pick<SignalsHandle, 'view'> | undefined;
}

type Controller = ReturnType<ViewParts['controllerOf']>;

/** What the views of one VPA are made from, looked up once. */
interface Sight {
  record: VpaRecord;
  knowledge: Knowledge;
  controller: Controller;
  /** The template of new pods. */
  template: Pick<PodSpec, 'containers'> | undefined;
  /** A new pod, by which the requests are judged if no pod lives, and always for a CronJob, whose pods come and go. */
  newPod: readonly Container[] | undefined;
  /** The caps on its pods, by container. */
  held: ReadonlyMap<string, Held> | undefined;
}

/** What the pages show of one VPA, made on demand, with the functions the pass uses. */
export class WorkloadViews {
  constructor(private readonly parts: ViewParts) {}

  summary(record: VpaRecord): WorkloadSummary {
    const sight = this.sightOf(record);
    return {
      ...this.common(sight),
      containers: this.containerNames(sight).map((name) => this.container(name, sight)),
    };
  }

  /** Judged by one of the pods, since those of a workload are alike, or by a new one. */
  private sightOf(record: VpaRecord): Sight {
    const { pods, limitsOf, recommending, controllerOf } = this.parts;
    const knowledge = recommending.knowledgeOf(record.namespace, record.name);
    const [first] = knowledge.pods;
    const controller = record.target.kind === 'found' ? controllerOf(record.target.topmost) : undefined;
    const template = controller && podTemplateOf(controller.workload)?.spec;
    const isNew = !first || controller?.kind === 'cronJobs';
    const limits = limitsOf(record.namespace);
    const newPod = isNew && template ? newPodFrom(template, record.vpa, limits) : undefined;
    const held = heldRecommendation(
      newPod ? template : first && pods.get(first.namespace, first.name)?.spec,
      this.policies(record) ?? NO_POLICIES,
      record.recommendation,
      limits,
    );
    return { record, knowledge, controller, template, newPod, held };
  }

  detail(record: VpaRecord): WorkloadDetail {
    const sight = this.sightOf(record);
    const pods = sight.knowledge.pods
      .map(({ namespace, name }) => this.parts.pods.get(namespace, name))
      .filter((pod) => pod !== undefined);
    const blamed = new Set([aboutVpa(record), ...pods.map((pod) => `Pod ${podKey(pod)}`)]);
    const names = this.containerNames(sight);
    return {
      ...this.common(sight),
      containers: names.map((name) => this.containerDetail(name, sight)),
      signals: this.parts.signals?.view(record, names, record.recommendation) ?? { kind: 'no-source' },
      podList: eachByItself('Pod', pods, (pod) => podView(pod, this.parts.state)).results,
      policy: policyView(record.vpa, this.parts.config),
      written: {
        atMs: record.statusMs || undefined,
        isBehind: !sameRecommendation(record.vpa.status?.recommendation, record.recommendation),
      },
      problems: this.parts.problems
        .list()
        .filter(
          ({ about }) =>
            blamed.has(about.split(',')[0] ?? '') ||
            about.startsWith(`VerticalPodAutoscalerCheckpoint ${record.namespace}/${record.name}-`) ||
            about.startsWith(`Checkpoint ${record.namespace}/${record.name}/`),
        ),
    };
  }

  private common(sight: Sight) {
    const { record, controller, newPod } = sight;
    const { pods } = sight.knowledge;
    const trouble = this.troubleOf(sight);
    const circumstances = {
      ...trouble,
      livePods: pods.length,
      policies: this.policies(record),
      lastMetrics: this.parts.pass.lastMetrics,
    };
    const { refused, pending } = trouble;
    const state = stateOf(record, circumstances);
    return {
      ...ownWords(record.vpa, this.parts.config),
      pods: pods.length,
      ...(controller?.kind === 'cronJobs' && { podsOfRun: podsOfRun(controller.workload) }),
      ...(newPod && { isOfNewPods: true }),
      state,
      refused,
      pending,
    };
  }

  /** What prevents pods of the target from being created or from running. */
  private troubleOf({ controller, knowledge: { pods } }: Sight) {
    const known = pods.flatMap(({ namespace, name }) => this.parts.pods.get(namespace, name) ?? []);
    const pending = pendingPods(known, this.parts.clock.now());
    if (!controller) return { pending };
    const { kind, workload, events } = controller;
    return {
      pending,
      refused: refusedPods(kind, workload, events, this.parts.clock.now()),
      wantsNoPods: wantsNoPods(workload),
    };
  }

  private policies({ vpa }: VpaRecord) {
    try {
      return this.parts.recommending.policiesOf(vpa);
    } catch (error) {
      if (error instanceof PolicyError) return undefined;
      throw error;
    }
  }

  private containerNames({ record, knowledge, template }: Sight): string[] {
    const { liveContainers, aggregates } = knowledge;
    if (liveContainers.size > 0) return [...liveContainers].sort();
    const stated = template?.containers.map(({ name }) => name) ?? [];
    const recommended = record.recommendation?.containerRecommendations ?? [];
    return [
      ...new Set([...stated, ...aggregates.keys(), ...recommended.map(({ containerName }) => containerName)]),
    ].sort();
  }

  private container(name: string, sight: Sight): ContainerView {
    const { record, knowledge, newPod, held } = sight;
    const { pods, state, recentOoms, clock, globalMaxAllowed } = this.parts;
    const policies = this.policies(record);
    const largest = this.parts.recommending.largestNode();
    const bounds = {
      policies: policies ?? NO_POLICIES,
      globalMaxAllowed,
      fillsNode: (resource: Resource) => {
        const room = largest?.[resource];
        const targets = record.recommendation?.containerRecommendations ?? [];
        return (
          room !== undefined &&
          fillsNode(
            targets.map(({ target }) => amountsFrom(target)),
            resource,
            room,
          )
        );
      },
    };
    const recommended = recommendedFor(record.recommendation, name);
    const live = instancesOf(name, knowledge, pods, state);
    const instances = newPod ? asNew(live, newPod, name) : live;
    const viewOf = (resource: Resource) =>
      heldView(
        resourceView(resource, instances, recommended),
        { resource, container: name },
        held?.get(name),
        bounds,
      );
    const aggregate = knowledge.aggregates.get(name);
    return {
      name,
      off: (policies ? policyOrDefault(policies, name) : NO_POLICY).off,
      cpu: viewOf('cpu'),
      memory: viewOf('memory'),
      confidence: record.containers.get(name)?.confidence ?? 0,
      samples: aggregate?.sampleCount ?? 0,
      firstSampleMs: aggregate?.firstSampleMs,
      lastSampleMs: aggregate?.lastSampleMs,
      ooms: recentOoms.inLastDay(record.namespace, record.name, name, clock.now()),
    };
  }

  private containerDetail(name: string, sight: Sight): ContainerDetail {
    const { record, knowledge } = sight;
    const { recommending } = this.parts;
    const isUsable = this.policies(record) !== undefined;
    const rules = recommending.rulesOf(record.vpa, isUsable ? undefined : NO_POLICIES);
    const { traces, histograms } = explainContainer(knowledge.aggregates, name, rules);
    const view = this.container(name, sight);
    return {
      ...view,
      histograms,
      traces: isUsable ? heldTraces(traces, view) : [],
    };
  }
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
