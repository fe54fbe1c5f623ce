import type { NodePodCounts, NodePodView, NodeResourceView, NodeView } from '../contract/nodes';
import { confidenceOf } from '../decide/estimators/confidence';
import { type Idle, idleOf } from '../decide/estimators/nodes/idle';
import { NodeHistory } from '../decide/estimators/nodes/node-history';
import { NodePeaks } from '../decide/estimators/nodes/node-peaks';
import { HistogramLearning } from '../decide/estimators/percentile/learned-histograms';
import type { PercentileParameters } from '../decide/estimators/percentile/parameters';
import type { Clock } from '../lib/time/clock';
import { conditionOf } from '../objects/conditions';
import { amountsFrom } from '../objects/quantity';
import type { Node } from '../objects/types';
import { RESOURCES, type Resource } from '../objects/units';
import type { NodeState, UsageSource } from '../words/nodes';
import type { NodePod, NodePods } from './node-pods';
import { publishedOn } from './publishing/idle-resources';

/** Older samples say nothing about now. */
const STALE_AFTER_MS = 600_000;
/** On an accelerated clock, rounds that come late in real time are no outage. */
const LEAST_REAL_MS = 30_000;

/** The age at which samples are stale, on a clock of this speed. */
export function staleAfterMs({ speed }: Pick<Clock, 'speed'>): number {
  return Math.max(STALE_AFTER_MS, LEAST_REAL_MS * speed);
}

export interface JudgedNode {
  readonly node: Node;
  readonly view: NodeView;
  readonly idle: Readonly<Record<Resource, Idle>> | undefined;
}

export interface Round {
  /** Its number among the pods. */
  readonly number: number;
  /** Whether samples came, so that nodes learn from it. */
  readonly isAnswered: boolean;
  readonly nowMs: number;
}

/** The sums over the pods of one node. */
interface NodeSum {
  /** What online pods use. */
  used: Record<Resource, number>;
  usedByBatch: Record<Resource, number>;
  /** By all unfinished pods. */
  requested: Record<Resource, number>;
  pods: NodePodCounts;
}

const WORST_LAST: readonly UsageSource[] = ['measured', 'last-known', 'requested', 'unknown'];

/**
 * Adds up the pods of a node. A container that was not measured in `round` counts with its last known usage;
 * one that never was, with its request; without one, with 0.
 */
function nodeSum(pods: Iterable<NodePod>, round: number): NodeSum {
  const sum: NodeSum = {
    used: { cpu: 0, memory: 0 },
    usedByBatch: { cpu: 0, memory: 0 },
    requested: { cpu: 0, memory: 0 },
    pods: { online: 0, batch: 0, measured: 0, 'last-known': 0, requested: 0, unknown: 0 },
  };
  for (const pod of pods) {
    for (const resource of RESOURCES) sum.requested[resource] += pod.requested[resource] ?? 0;
    if (!pod.isRunning) continue;
    const { counted, source } = countedOf(pod, round);
    const into = pod.isBatch ? sum.usedByBatch : sum.used;
    for (const resource of RESOURCES) into[resource] += counted[resource];
    if (pod.isBatch) sum.pods.batch++;
    else {
      sum.pods.online++;
      sum.pods[source]++;
    }
  }
  return sum;
}

/** What a running pod counts for, and the worst source among its containers. */
function countedOf(
  { containers }: NodePod,
  round: number,
): { counted: Record<Resource, number>; source: UsageSource } {
  const counted = { cpu: 0, memory: 0 };
  let worst = 0;
  for (const container of containers)
    for (const resource of RESOURCES) {
      const used = container.used[resource];
      const request: number | undefined = container.requests[resource];
      counted[resource] += used ?? request ?? 0;
      const rank = used !== undefined ? (container.round >= round ? 0 : 1) : request !== undefined ? 2 : 3;
      if (rank > worst) worst = rank;
    }
  return { counted, source: WORST_LAST[worst] ?? 'unknown' };
}

/** What is learned and known of each node. Forgets a node once it is gone. */
export class NodeUsageIndex {
  readonly peaks = new NodePeaks();
  private readonly histories = new Map<string, NodeHistory>();
  private readonly measured = new Map<string, number>();
  private readonly learning: HistogramLearning;
  private judged = new Map<string, JudgedNode>();

  constructor(
    private readonly pods: NodePods,
    private readonly parameters: PercentileParameters,
    private readonly staleMs: number,
  ) {
    this.learning = new HistogramLearning(parameters);
  }

  get(name: string): JudgedNode | undefined {
    return this.judged.get(name);
  }

  list(): Iterable<JudgedNode> {
    return this.judged.values();
  }

  /** Judges every node; looks at each pod once. Yields between nodes. */
  *judge(nodes: Iterable<Node>, round: Round): Generator<void, void> {
    const judged = new Map<string, JudgedNode>();
    for (const node of [...nodes]) {
      judged.set(node.metadata.name, this.judgeOne(node, round));
      yield;
    }
    this.judged = judged;
    for (const kept of [this.histories, this.measured])
      for (const name of kept.keys()) if (!judged.has(name)) kept.delete(name);
    this.peaks.forgetAllBut(judged);
  }

  /** The running pods that weigh most, by their larger share of the node, and how many more there are. */
  heaviest(name: string, round: number, most: number): { heaviest: NodePodView[]; morePods: number } {
    const judged = this.judged.get(name);
    const size = (resource: Resource) => Math.max(1, judged?.view[resource].allocatable ?? 1);
    const weighed = [...this.pods.on(name)]
      .filter(({ isRunning }) => isRunning)
      .map((pod) => {
        const { counted, source } = countedOf(pod, round);
        const weight = Math.max(...RESOURCES.map((resource) => counted[resource] / size(resource)));
        return { pod, counted, source, weight };
      })
      .sort((a, b) => b.weight - a.weight || compareNames(a.pod, b.pod));
    return {
      heaviest: weighed.slice(0, most).map(({ pod, counted, source }) => ({
        namespace: pod.namespace,
        name: pod.name,
        isBatch: pod.isBatch,
        source,
        counted,
        requested: pod.requested,
      })),
      morePods: Math.max(0, weighed.length - most),
    };
  }

  private judgeOne(node: Node, round: Round): JudgedNode {
    const { name } = node.metadata;
    const sum = nodeSum(this.pods.on(name), round.number);
    if (round.isAnswered && (sum.pods.measured > 0 || sum.pods.online === 0)) {
      this.measured.set(name, round.nowMs);
      this.historyAt(name, round.nowMs).learn(sum.used, round.nowMs);
      this.peaks.learn(name, sum.used.memory, round.nowMs);
    }
    const allocatable = allocatableOf(node);
    const measuredMs = this.measured.get(name);
    const history = this.histories.get(name);
    const isKnown = measuredMs !== undefined && round.nowMs - measuredMs <= this.staleMs;
    const idle =
      allocatable && isKnown && isReady(node)
        ? byResource((resource) =>
            idleOf(
              resource,
              { allocatable: allocatable[resource], used: sum.used[resource], history },
              this.parameters,
            ),
          )
        : undefined;
    const published = publishedOn(node);
    return {
      node,
      idle,
      view: {
        name,
        state: stateOf(node, { allocatable, measuredMs, isKnown, idle }),
        isCordoned: node.spec?.unschedulable === true,
        cpu: resourceView('cpu', sum, { allocatable, isKnown, idle }),
        memory: {
          ...resourceView('memory', sum, { allocatable, isKnown, idle }),
          peak: this.peaks.of(name),
        },
        pods: sum.pods,
        ...podsAllocatableOf(node),
        sinceMs: history?.sinceMs,
        measuredMs,
        confidence: history ? confidenceOf(history.counts, this.parameters.cpu.confidenceIntervalMs) : 0,
        published:
          published.cpu === undefined || published.memory === undefined
            ? undefined
            : { cpuMillicores: published.cpu, memoryBytes: published.memory },
      },
    };
  }

  /** A clock that was set back begins it anew. */
  private historyAt(name: string, nowMs: number): NodeHistory {
    const known = this.histories.get(name);
    if (known && !known.isAhead(nowMs)) return known;
    if (known) this.peaks.forget(name);
    const begun = new NodeHistory(this.learning, nowMs);
    this.histories.set(name, begun);
    return begun;
  }
}

interface Known {
  readonly allocatable: Record<Resource, number> | undefined;
  readonly isKnown: boolean;
  readonly idle: Record<Resource, Idle> | undefined;
}

function resourceView(resource: Resource, sum: NodeSum, known: Known): NodeResourceView {
  const idle = known.idle?.[resource];
  return {
    allocatable: known.allocatable?.[resource],
    requested: sum.requested[resource],
    used: known.isKnown ? sum.used[resource] : undefined,
    usedByBatch: sum.usedByBatch[resource],
    idleNow: idle?.now,
    expected: idle?.expected,
    idleNextHour: idle?.nextHour,
  };
}

function stateOf(
  node: Node,
  { allocatable, measuredMs, isKnown, idle }: Known & { measuredMs: number | undefined },
): NodeState {
  if (!allocatable) return 'unreadable';
  if (!isReady(node)) return 'not-ready';
  if (measuredMs === undefined) return 'unmeasured';
  if (!isKnown) return 'stale';
  return idle?.cpu.nextHour === undefined ? 'learning' : 'known';
}

/** Undefined unless both amounts can be read. */
function allocatableOf({ status }: Node): Record<Resource, number> | undefined {
  try {
    const { cpu, memory } = amountsFrom(status?.allocatable);
    return cpu === undefined || memory === undefined ? undefined : { cpu, memory };
  } catch {
    return undefined;
  }
}

/** How many pods it takes, if it says so in digits. */
function podsAllocatableOf({ status }: Node): Pick<NodeView, 'podsAllocatable'> {
  const pods = Number(status?.allocatable?.pods ?? Number.NaN);
  return Number.isInteger(pods) ? { podsAllocatable: pods } : {};
}

/** A node without the condition counts as ready, as its kubelet has said nothing else. */
function isReady(node: Node): boolean {
  const condition = conditionOf(node, 'Ready');
  return condition === undefined || condition.status === 'True';
}

function byResource<T>(make: (resource: Resource) => T): Record<Resource, T> {
  return { cpu: make('cpu'), memory: make('memory') };
}

function compareNames(a: { namespace: string; name: string }, b: { namespace: string; name: string }) {
  const one = `${a.namespace}/${a.name}`;
  const other = `${b.namespace}/${b.name}`;
  return one < other ? -1 : one > other ? 1 : 0;
}
