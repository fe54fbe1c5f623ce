import { NodeIndex } from '@/server/decide/places/node-index';
import { fits, type PodDemand, plus, podNeed } from '@/server/decide/places/pod-need';
import { compileVpa } from '@/server/decide/pods/compiled-vpa';
import type { QuotaLeft } from '@/server/decide/pods/quota-left';
import type { WorkloadInput } from '@/server/decide/running/plan-input';
import type { ContainerChange, PodPlan } from '@/server/decide/running/planned';
import type { Node, Pod } from '@/server/objects/types';
import type { UpdateMode } from '@/server/objects/vpa-types';
import { vpa, workload } from './plan-input';

export interface MadeNode {
  cpu: number;
  memory: number;
  slots: number;
  pool: 'a' | 'b';
  isTainted: boolean;
}

export interface MadeWorkload {
  replicas: number;
  requests: PodDemand;
  target: PodDemand;
  mode: UpdateMode;
  pool?: 'a' | 'b';
  tolerates: boolean;
  isDaemon: boolean;
}

export interface MadeCluster {
  nodes: readonly MadeNode[];
  workloads: readonly MadeWorkload[];
  /** Of all CPU requests, millicores beside what is used at the start. */
  quota: number | undefined;
}

export const MIB = 2 ** 20;
/** Their workload; no quota counts them. */
const STRANGER = -1;

/** A made-up cluster: its scheduler puts pods on any node that has room, at random, and its kubelets resize. */
export class MadeWorld {
  readonly nodeIndex = new NodeIndex();
  readonly pods = new Map<string, Pod>();
  private readonly hard: number;
  /** Successors that their controllers have not made yet. */
  private late: (() => void)[] = [];
  private made = 0;

  constructor(
    private readonly cluster: MadeCluster,
    private readonly random: () => number,
  ) {
    for (const [index, node] of cluster.nodes.entries()) this.nodeIndex.setNode(nodeOf(node, index));
    for (const [index, own] of cluster.workloads.entries()) {
      if (own.isDaemon)
        for (const at of cluster.nodes.keys()) this.create(index, own.requests, { nodeName: `node-${at}` });
      else for (let replica = 0; replica < own.replicas; replica++) this.create(index, own.requests);
      this.schedule();
    }
    for (const pod of [...this.pods.values()])
      if (pod.spec.nodeName && this.isOverfull(pod.spec.nodeName)) this.remove(pod);
    this.hard = this.requestedCpu() + (cluster.quota ?? Number.POSITIVE_INFINITY);
  }

  /** The pods of each workload as the updater gathers them. */
  workloads(): WorkloadInput[] {
    return this.cluster.workloads.map((own, index) => {
      const pods = [...this.pods.values()].filter(({ metadata }) => metadata.labels?.app === `app-${index}`);
      const object = vpa({
        target: quantities(own.target, 1),
        lowerBound: quantities(own.target, 0.95),
        upperBound: quantities(own.target, 1.05),
        updatePolicy: { updateMode: own.mode, minReplicas: 1 },
      });
      object.metadata.name = `app-${index}`;
      const kind = own.isDaemon ? 'DaemonSet' : 'ReplicaSet';
      return workload(pods, object, {
        vpa: compileVpa(object),
        controllers: [{ uid: `owner-${index}`, kind, name: `app-${index}`, configured: pods.length }],
        quotas: this.quotas(),
        largestNodes: this.nodeIndex.frontFor(pods),
      });
    });
  }

  /** Carries out one action as a cluster would. Returns what went wrong. */
  act(
    name: string,
    { decision, changes }: Pick<PodPlan, 'decision' | 'changes'>,
    isLate = false,
  ): string | undefined {
    const pod = this.pods.get(name);
    if (!pod) return `${name} is gone`;
    if (decision === 'resize') return this.resize(pod, changes);
    const index = Number(pod.metadata.labels?.app?.slice(4));
    const requests = podNeed(changed(pod, changes));
    const { isDaemon } = this.cluster.workloads[index] ?? {};
    this.remove(pod);
    if (this.requestedCpu() + requests.cpu > this.hard) return `the quota refuses the successor of ${name}`;
    const make = () => this.create(index, requests, isDaemon ? { nodeName: pod.spec.nodeName } : {});
    if (isLate && !isDaemon) this.late.push(make);
    else make();
    return isDaemon && this.isOverfull(pod.spec.nodeName ?? '') ? `${name} does not fit its node` : undefined;
  }

  /** The pods of a controller. */
  ownedBy(uid: string): Pod[] {
    return [...this.pods.values()].filter(({ metadata }) => metadata.ownerReferences?.[0]?.uid === uid);
  }

  /** A pod that nobody of ours knows asks for room. */
  arrive(requests: PodDemand): void {
    this.create(STRANGER, requests);
  }

  /** Controllers make what is missing, and every pod that waits gets a node if any has room, in any order. */
  schedule(): void {
    for (const make of this.late.splice(0)) make();
    const waiting = [...this.pods.values()].filter(({ spec }) => !spec.nodeName);
    for (const pod of shuffled(waiting, this.random)) {
      const open = [...this.cluster.nodes.keys()].filter((index) => this.takes(index, pod));
      const chosen = open[Math.floor(this.random() * open.length)];
      if (chosen !== undefined) this.put({ ...pod, spec: { ...pod.spec, nodeName: `node-${chosen}` } });
    }
  }

  /** The workloads of pods that wait for a node, one entry for each pod. */
  get pending(): string[] {
    return [...this.pods.values()].flatMap(({ metadata, spec }) =>
      spec.nodeName || metadata.labels?.app === `app-${STRANGER}` ? [] : (metadata.labels?.app ?? ''),
    );
  }

  private quotas(): readonly QuotaLeft[] {
    if (this.cluster.quota === undefined) return [];
    return [{ quota: 'cpu', of: 'requests', resource: 'cpu', free: this.hard - this.requestedCpu() }];
  }

  private resize(pod: Pod, changes: readonly ContainerChange[]): string | undefined {
    const next = changed(pod, changes);
    this.put(next);
    if (!this.isOverfull(pod.spec.nodeName ?? '')) return undefined;
    this.put(pod);
    return `the resize of ${pod.metadata.name} is deferred`;
  }

  private takes(index: number, { spec }: Pod): boolean {
    const node = this.cluster.nodes[index];
    if (!node || (node.isTainted && !spec.tolerations)) return false;
    if (spec.nodeSelector?.pool && spec.nodeSelector.pool !== node.pool) return false;
    const there = this.on(`node-${index}`);
    const need = podNeed({ apiVersion: 'v1', kind: 'Pod', metadata: { name: '' }, spec });
    return there.length < node.slots && fits(plus(usedBy(there), need), node);
  }

  private isOverfull(name: string): boolean {
    const node = this.cluster.nodes[Number(name.slice(5))];
    return !node || !fits(usedBy(this.on(name)), node);
  }

  private on(node: string): Pod[] {
    return [...this.pods.values()].filter(({ spec }) => spec.nodeName === node);
  }

  private requestedCpu(): number {
    const own = [...this.pods.values()].filter(({ metadata }) => metadata.labels?.app !== `app-${STRANGER}`);
    return usedBy(own).cpu;
  }

  private create(index: number, requests: PodDemand, { nodeName }: { nodeName?: string } = {}): void {
    const own = this.cluster.workloads[index];
    const name = `app-${index}-${this.made++}`;
    const kind = own?.isDaemon ? 'DaemonSet' : 'ReplicaSet';
    this.put({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: {
        name,
        uid: name,
        namespace: 'shop',
        labels: { app: `app-${index}` },
        ownerReferences: [
          { apiVersion: 'apps/v1', kind, name: `app-${index}`, uid: `owner-${index}`, controller: true },
        ],
      },
      spec: {
        nodeName,
        containers: [{ name: 'app', resources: { requests: quantities(requests, 1) } }],
        ...(own?.pool && !own.isDaemon && { nodeSelector: { pool: own.pool } }),
        ...((own?.tolerates || own?.isDaemon) && { tolerations: [{ operator: 'Exists' }] }),
      },
    });
  }

  private put(pod: Pod): void {
    const isRunning = Boolean(pod.spec.nodeName);
    const shown: Pod = {
      ...pod,
      status: {
        phase: isRunning ? 'Running' : 'Pending',
        startTime: '2026-08-01T00:00:00Z',
        conditions: isRunning ? [{ type: 'Ready', status: 'True' }] : [],
      },
    };
    this.pods.set(pod.metadata.name, shown);
    this.nodeIndex.setPod(shown);
  }

  private remove({ metadata }: Pod): void {
    this.pods.delete(metadata.name);
    this.nodeIndex.removePod(metadata.uid ?? '');
  }
}

function nodeOf({ cpu, memory, slots, pool, isTainted }: MadeNode, index: number): Node {
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name: `node-${index}`, labels: { pool } },
    spec: isTainted ? { taints: [{ key: 'kept', effect: 'NoSchedule' }] } : {},
    status: { allocatable: { cpu: `${cpu}m`, memory: `${memory}`, pods: `${slots}` } },
  };
}

function changed(pod: Pod, changes: readonly ContainerChange[]): Pod {
  const containers = pod.spec.containers.map((container) => {
    const to = changes.find((one) => one.container === container.name)?.to;
    const requests = { ...container.resources?.requests };
    if (to?.cpu !== undefined) requests.cpu = `${to.cpu}m`;
    if (to?.memory !== undefined) requests.memory = `${to.memory}`;
    return { ...container, resources: { requests } };
  });
  return { ...pod, spec: { ...pod.spec, containers } };
}

function usedBy(pods: readonly Pod[]): PodDemand {
  return pods.map((pod) => podNeed(pod)).reduce(plus, { cpu: 0, memory: 0 });
}

function quantities({ cpu, memory }: PodDemand, times: number): Record<string, string> {
  return { cpu: `${Math.round(cpu * times)}m`, memory: `${Math.round((memory * times) / MIB) * MIB}` };
}

function shuffled<T>(items: readonly T[], random: () => number): T[] {
  return items
    .map((item) => ({ item, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}
