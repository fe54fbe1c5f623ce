import type { NodesByLabel } from '@/server/cluster/nodes-by-label';
import { groupsIn } from '@/server/decide/features/node-scope/group-recommendations';
import { NO_LABEL, OTHER_VALUES, scopeFaults, scopeOf } from '@/server/decide/features/node-scope/scope';
import type { ClusterCaches } from '@/server/kube/caches';
import type { ProblemReporter } from '@/server/kube/problems';
import type { Clock } from '@/server/lib/time/clock';
import type { ContainerAggregate } from '@/server/model/aggregate';
import type { ClusterState } from '@/server/model/cluster-state';
import { type Labels, MATCHES_NOTHING, type Selector } from '@/server/objects/selector';
import { isOnPodGroup } from '@/server/objects/target-key';
import type { RecommendedPodResources, VerticalPodAutoscaler } from '@/server/objects/vpa-types';
import { aboutVpa } from '@/server/words/object-fault';
import { keyOf } from '../../objects/object-key';
import type { CapacityOf } from '../capacity-of';
import type { Choices } from '../recommend/choices';
import type { PodCapacity } from '../recommend/node-capacity';
import type { Knowledge, Recommending } from '../recommend/recommending';
import { Studies } from '../recommend/studies';
import type { RecommenderSettings } from '../settings';
import { historyOverridesOf } from '../vpas/policy-overrides';
import type { GroupedVpa, ServedVpa } from '../vpas/served-vpa';
import type { GroupLabels } from './group-labels';
import { largest, missingIn, spanning } from './largest';
import { type NodeGroup, VpaGroups } from './vpa-groups';

/** A group with this much history is estimated by itself. */
const GROWN_UP_MS = 86_400_000;

type Grouped = ServedVpa & GroupedVpa;

interface GroupsParts {
  config: Pick<RecommenderSettings, 'featurePerVpaConfig'>;
  clock: Pick<Clock, 'now'>;
  caches: Pick<ClusterCaches, 'pods'>;
  state: ClusterState;
  nodes: NodesByLabel;
  labels: GroupLabels;
  choices: Pick<Choices, 'of'>;
  recommending: Recommending;
  capacityOf: CapacityOf;
  problems: ProblemReporter;
  /** Tells the model of a pod whose labels for it changed. */
  relearn(namespace: string, pod: string): void;
}

/**
 * The groups of nodes of VPAs that tell nodes apart. The model knows each as one more selector, on the labels that
 * `GroupLabels` adds to the pods; all else, from samples to estimates, is as for a VPA. Only VPAs with a scope cost.
 */
export class Groups {
  private readonly grouped = new Set<Grouped>();
  /** Those whose label cannot be used. */
  private readonly faulty = new WeakSet<ServedVpa>();

  constructor(private readonly parts: GroupsParts) {}

  /** Brings the groups in line with VPAs, pods and nodes; call it in a pass, before samples are taken. */
  settle(servedVpas: readonly Grouped[]): void {
    const labels = new Map<string, Labels>();
    this.endThoseNotIn(servedVpas);
    for (const served of servedVpas) {
      this.tellFaults(served);
      const scope = scopeOf(served.vpa);
      if (served.groups && served.groups.scope !== scope) this.end(served);
      if (scope === undefined) continue;
      served.groups ??= this.begin(served, scope);
      this.grouped.add(served);
      this.label(served, served.groups, labels);
    }
    for (const pod of this.parts.labels.replace(labels)) {
      const slash = pod.indexOf('/');
      this.parts.relearn(pod.slice(0, slash), pod.slice(slash + 1));
    }
    for (const served of this.grouped) this.tellModel(served);
  }

  private endThoseNotIn(servedVpas: readonly Grouped[]): void {
    if (this.grouped.size === 0) return;
    const current = new Set(servedVpas);
    for (const served of this.grouped) if (!current.has(served)) this.end(served);
  }

  private end(served: Grouped): void {
    this.grouped.delete(served);
    for (const { modelName } of served.groups?.byValue.values() ?? [])
      this.parts.state.deleteVpa(served.namespace, modelName);
    served.groups = undefined;
    this.parts.problems.clear('scope-crowded', aboutVpa(served));
  }

  /**
   * Recommends for each group and keeps it there. Returns what is safe for those who know of no groups; `whole` if no
   * group has learned anything, and for containers that none knows.
   * @throws PolicyError if the policy cannot be used
   */
  recommend(
    served: ServedVpa,
    knowledge: Knowledge,
    whole: RecommendedPodResources | undefined,
    mayStudy: boolean,
  ): RecommendedPodResources | undefined {
    const { groups } = served;
    if (!groups) return whole;
    for (const group of groups.byValue.values()) {
      const aggregates = this.aggregatesOf(served, group, knowledge);
      if (mayStudy) group.studies.begin(aggregates);
      group.young = youngIn(aggregates, knowledge.aggregates);
      group.recommendation = this.recommended(served, served.vpa, { group, aggregates, whole });
    }
    return this.together(served, groups, whole);
  }

  /** The same for a version of the VPA that may not be in the cluster; nothing is kept. */
  recommendUnder(
    served: ServedVpa,
    vpa: VerticalPodAutoscaler,
    knowledge: Knowledge,
    whole: RecommendedPodResources | undefined,
  ): RecommendedPodResources | undefined {
    const { groups } = served;
    if (!groups) return whole;
    const of = (group: NodeGroup) =>
      this.recommended(served, vpa, {
        group,
        aggregates: this.aggregatesOf(served, group, knowledge),
        whole,
      });
    return this.together(served, groups, whole, of);
  }

  /** What the containers of a group have learned, of those that the VPA's pods have. */
  aggregatesOf(
    { namespace }: ServedVpa,
    { modelName }: NodeGroup,
    { aggregates: all }: Pick<Knowledge, 'aggregates'>,
  ): ReadonlyMap<string, ContainerAggregate> {
    const own = this.parts.recommending.knowledgeOf(namespace, modelName).aggregates;
    return new Map([...own].filter(([container]) => all.has(container)));
  }

  /** Everything besides usage that shapes the recommendation of a group. @throws PolicyError */
  rulesOf(served: ServedVpa, group: NodeGroup) {
    const { recommending } = this.parts;
    const rules = recommending.rulesOf(served.vpa, undefined, group.studies);
    return { ...rules, capacity: this.capacityOf(served, group) };
  }

  podsIn({ namespace }: ServedVpa, { modelName }: NodeGroup): number {
    return this.parts.recommending.knowledgeOf(namespace, modelName).pods.length;
  }

  /** The nodes by their values of the label. */
  nodesOf({ scope }: VpaGroups) {
    return this.parts.nodes.values(scope);
  }

  /** The group of each node that something is recommended for; undefined if all nodes are alike. */
  groupOn({ groups }: ServedVpa): ((node: string) => NodeGroup | undefined) | undefined {
    if (!groups) return undefined;
    const byNode = this.parts.nodes.valueByNode(groups.scope);
    return (node) => {
      const value = byNode.get(node);
      const group = value === undefined ? undefined : groups.known(value);
      return group?.recommendation && group;
    };
  }

  private recommended(
    served: ServedVpa,
    vpa: VerticalPodAutoscaler,
    {
      group,
      aggregates,
      whole,
    }: {
      group: NodeGroup;
      aggregates: ReadonlyMap<string, ContainerAggregate>;
      whole: RecommendedPodResources | undefined;
    },
  ): RecommendedPodResources | undefined {
    if (aggregates.size === 0) return undefined;
    const { recommending } = this.parts;
    const own = recommending.recommendationOfGroup(vpa, aggregates, {
      studies: group.studies,
      capacity: this.capacityOf(served, group),
    });
    if (!own || !whole) return own;
    const known = (whole.containerRecommendations ?? []).filter(({ containerName }) =>
      aggregates.has(containerName),
    );
    const floor = [
      ...known.filter(({ containerName }) => group.young.has(containerName)),
      ...missingIn(own, known),
    ];
    return floor.length > 0 ? largest([own, { containerRecommendations: floor }]) : own;
  }

  /** Groups whose nodes are all gone do not count, unless there is no other. */
  private together(
    served: ServedVpa,
    groups: VpaGroups,
    whole: RecommendedPodResources | undefined,
    of: (group: NodeGroup) => RecommendedPodResources | undefined = ({ recommendation }) => recommendation,
  ): RecommendedPodResources | undefined {
    const values = this.parts.nodes.values(groups.scope);
    const all = [...groups.byValue.values()].flatMap((group) => {
      const recommendation = of(group);
      if (!recommendation) return [];
      const isThere =
        group.value === OTHER_VALUES || values.has(group.value) || this.podsIn(served, group) > 0;
      return [{ recommendation, isThere }];
    });
    const present = all.filter(({ isThere }) => isThere);
    const known = spanning((present.length > 0 ? present : all).map(({ recommendation }) => recommendation));
    if (!known || !whole) return known ?? whole;
    const names = new Set(known.containerRecommendations?.map(({ containerName }) => containerName));
    const others = (whole.containerRecommendations ?? []).filter(
      ({ containerName }) => !names.has(containerName),
    );
    return others.length > 0 ? spanning([known, { containerRecommendations: others }]) : known;
  }

  private capacityOf(
    { namespace, groups }: ServedVpa,
    { value, modelName }: NodeGroup,
  ): PodCapacity | undefined {
    const label = groups?.scope ?? '';
    if (value === OTHER_VALUES) return this.parts.capacityOf(namespace, modelName);
    return this.parts.capacityOf(namespace, modelName, {
      label,
      value: value === NO_LABEL ? undefined : value,
    });
  }

  private begin(served: ServedVpa, scope: string): VpaGroups {
    const groups = new VpaGroups(scope, served.name, () => new Studies(this.parts.clock));
    for (const { scopeValue, containerRecommendations } of groupsIn(served.vpa))
      groups.groupOf(scopeValue).recommendation = {
        containerRecommendations: [...containerRecommendations],
      };
    return groups;
  }

  /** Which pods are in which group. A node that is not known yet has none. */
  private label(served: ServedVpa, groups: VpaGroups, labels: Map<string, Labels>): void {
    const { state, caches, nodes } = this.parts;
    const valueByNode = nodes.valueByNode(groups.scope);
    const live = new Set<string>();
    for (const { namespace, name } of state.podsOfVpa(served.namespace, served.name)) {
      const pod = caches.pods.get(namespace, name);
      const value = pod?.spec.nodeName === undefined ? undefined : valueByNode.get(pod.spec.nodeName);
      if (!pod || value === undefined) continue;
      const key = keyOf(pod.metadata);
      const group = groups.groupOf(value).value;
      live.add(group);
      labels.set(key, { ...labels.get(key), [groups.modelLabel]: group });
    }
    this.dropForgotten(served, groups, live);
  }

  /** A value that no node has, and nothing is known of any more, makes room for another. */
  private dropForgotten({ namespace }: ServedVpa, groups: VpaGroups, live: ReadonlySet<string>): void {
    const values = this.parts.nodes.values(groups.scope);
    for (const [value, { modelName, recommendation }] of groups.byValue) {
      if (live.has(value) || values.has(value) || recommendation) continue;
      if (this.parts.state.aggregatesOf(namespace, modelName).size > 0) continue;
      this.parts.state.deleteVpa(namespace, modelName);
      groups.byValue.delete(value);
    }
  }

  /** Tells it of every group, also of those that have begun since the last call. */
  tellModel(served: ServedVpa): void {
    const { config, state, choices } = this.parts;
    const { groups } = served;
    if (!groups) return;
    const choice = choices.of(served.vpa);
    for (const group of groups.byValue.values()) {
      group.studies.choose(choice);
      state.setVpa({
        namespace: served.namespace,
        name: group.modelName,
        selector: selectorOf(served, groups.modelLabel, group.value),
        isOnGroup: isOnPodGroup(served.vpa),
        overridesOf: config.featurePerVpaConfig ? historyOverridesOf(served.vpa) : undefined,
        observer: group.studies.chosen && group.studies,
      });
    }
    const about = aboutVpa(served);
    if (!groups.hasOthers) this.parts.problems.clear('scope-crowded', about);
    else
      this.parts.problems.report(
        'scope-crowded',
        about,
        `${groups.byValue.size - 1} values of ${groups.scope} have a group each, the others share one`,
      );
  }

  private tellFaults(served: ServedVpa): void {
    const faults = scopeFaults(served.vpa);
    if (faults.length === 0 && !this.faulty.delete(served)) return;
    if (faults.length > 0) this.faulty.add(served);
    if (faults.length === 0) this.parts.problems.clear('scope-invalid', aboutVpa(served));
    else this.parts.problems.report('scope-invalid', aboutVpa(served), faults.join('; '));
  }
}

function selectorOf({ target }: ServedVpa, label: string, value: string): Selector {
  if (target.kind !== 'found') return MATCHES_NOTHING;
  return [...target.selector, { key: label, operator: 'In', values: [value] }];
}

/** Containers of a group that began long after the rest of the workload, and know less than a day of usage. */
function youngIn(
  own: ReadonlyMap<string, ContainerAggregate>,
  whole: ReadonlyMap<string, ContainerAggregate>,
): ReadonlySet<string> {
  const young = new Set<string>();
  for (const [container, aggregate] of own) {
    const span = spanOf(aggregate);
    if (span < GROWN_UP_MS && span < spanOf(whole.get(container)) / 2) young.add(container);
  }
  return young;
}

function spanOf(aggregate: ContainerAggregate | undefined): number {
  const { firstSampleMs, lastSampleMs } = aggregate ?? {};
  return firstSampleMs === undefined || lastSampleMs === undefined ? 0 : lastSampleMs - firstSampleMs;
}
