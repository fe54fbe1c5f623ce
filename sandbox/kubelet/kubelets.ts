import { ApiError } from '@/sandbox/api/api-error';
import { minorOf } from '@/sandbox/api/version';
import type { ControlPlane, Running } from '@/sandbox/controllers/control-plane';
import { overDiskLimit } from '@/sandbox/kubelet/disk-limits';
import { KubeletEvents } from '@/sandbox/kubelet/kubelet-events';
import { advance, end, endContainer, type LifecycleNote } from '@/sandbox/kubelet/lifecycle';
import { shareCpu } from '@/sandbox/kubelet/node-cpu';
import { evictRun, relieve } from '@/sandbox/kubelet/node-memory';
import { NodeReporter } from '@/sandbox/kubelet/node-reporter';
import { type NodeState, settingsOf, stateOf, WELL } from '@/sandbox/kubelet/node-state';
import {
  enforcedOn,
  type KubeletAbility,
  type NodeCpu,
  newPodRun,
  type PodRun,
  usageOf,
} from '@/sandbox/kubelet/pod-run';
import { podStatus } from '@/sandbox/kubelet/pod-status';
import { waitingOf } from '@/sandbox/kubelet/pressure';
import { noticeSpec, type ResizeNote, resizePods } from '@/sandbox/kubelet/resizer';
import { SharedLoads } from '@/sandbox/kubelet/shared-loads';
import { amounts, type Request } from '@/sandbox/scheduler/pod-requests';
import { assignWorkload } from '@/sandbox/workloads/assign';
import { simulatedThrottling } from '@/sandbox/workloads/other-metrics';
import type { Trace } from '@/sandbox/workloads/traces';
import type { Node, Pod } from '@/server/objects/types';

/** How often usage is measured, on a grid of simulated time that all runs share. */
export const MEASURE_MS = 15_000;
/** Minimum time between two rounds over all pods, in simulated and in real time. */
const ROUND_MS = 1000;
const ROUND_REAL_MS = 200;
/** After a pause (a sleeping laptop), not every missed measurement is made up for. */
const MOST_MISSED = 240;
const PREEMPTED = 'Preempted in order to admit critical pod';
/** The first minor version whose kubelets resize. */
const RESIZES_FROM = 33;

interface NodeRun {
  readonly name: string;
  readonly index: number;
  hostIp: string | undefined;
  allocatable: Request;
  capacityBytes: number;
  capacityMillicores: number;
  state: NodeState;
  readonly cpu: NodeCpu;
  readonly kubelet: KubeletAbility;
  readonly runs: Set<PodRun>;
}

/** The kubelets of all nodes: they run pods, measure them, and write their statuses. */
export class Kubelets implements Running {
  private readonly nodes = new Map<string, NodeRun>();
  private readonly runs = new Map<string, PodRun>();
  private readonly events: KubeletEvents;
  private readonly reporter: NodeReporter;
  private readonly loads = new SharedLoads();
  private unwatch: (() => void)[] = [];
  private cancelRound: (() => void) | undefined;
  private measuredMs: number;
  private addresses = 0;

  constructor(
    private readonly plane: ControlPlane,
    private readonly traces: readonly Trace[],
  ) {
    this.events = new KubeletEvents(plane.events);
    this.reporter = new NodeReporter(plane.registry, plane.clock, plane.log);
    this.measuredMs = plane.clock.now();
  }

  start(): this {
    const { registry } = this.plane;
    this.unwatch = [
      registry.watch<Node>('nodes', (event) => this.onNode(event.type, event.object), { replay: true }),
      registry.watch<Pod>('pods', (event) => this.onPod(event.type, event.object, event.old), {
        replay: true,
      }),
    ];
    this.planRound();
    this.reporter.start();
    return this;
  }

  stop(): void {
    for (const unwatch of this.unwatch) unwatch();
    this.cancelRound?.();
    this.reporter.stop();
  }

  idle(): boolean {
    return true;
  }

  /** Every pod that some node runs. */
  allRuns(): Iterable<PodRun> {
    return this.runs.values();
  }

  runOf(pod: Pod): PodRun | undefined {
    return this.runs.get(pod.metadata.uid ?? '');
  }

  runsOn(node: string): Iterable<PodRun> {
    return this.nodes.get(node)?.runs ?? [];
  }

  /** One round: everything that was due up to now. */
  private round(): void {
    const nowMs = this.plane.clock.now();
    const first = Math.max(this.measuredMs + MEASURE_MS, nowMs - MOST_MISSED * MEASURE_MS);
    for (let atMs = Math.ceil(first / MEASURE_MS) * MEASURE_MS; atMs <= nowMs; atMs += MEASURE_MS) {
      this.advanceAll(atMs);
      this.loads.recount(this.runs.values());
      for (const node of this.nodes.values()) this.measure(node, atMs);
      this.measuredMs = atMs;
    }
    this.advanceAll(nowMs);
    this.reporter.relax(nowMs);
    for (const node of this.nodes.values()) this.resize(node, nowMs);
    for (const run of this.runs.values()) {
      if (run.stopAtMs !== undefined && run.stopAtMs <= nowMs) this.confirmStopped(run);
      else if (run.changed) this.writeStatus(run);
    }
  }

  private planRound(): void {
    const ms = Math.max(ROUND_MS, ROUND_REAL_MS * this.plane.clock.speed);
    this.cancelRound = this.plane.clock.after(ms, () => {
      try {
        this.round();
      } finally {
        this.planRound();
      }
    });
  }

  private advanceAll(atMs: number): void {
    for (const run of this.runs.values()) advance(run, atMs, (note) => this.events.lifecycle(run, note));
  }

  private onNode(type: string, node: Node): void {
    const { name } = node.metadata;
    if (type === 'DELETED') {
      for (const run of this.runsOn(name)) this.runs.delete(run.uid);
      this.nodes.delete(name);
      return;
    }
    const known = this.nodes.get(name);
    const { status } = node as Node & { status?: { addresses?: { type: string; address: string }[] } };
    const run: NodeRun = known ?? {
      name,
      index: this.nodes.size,
      hostIp: undefined,
      allocatable: { cpu: 0, memory: 0 },
      capacityBytes: 0,
      capacityMillicores: 0,
      state: WELL,
      cpu: { excessFactor: 1 },
      kubelet: { resizes: true },
      runs: new Set(),
    };
    run.hostIp = status?.addresses?.find((address) => address.type === 'InternalIP')?.address;
    run.allocatable = amounts(status?.allocatable);
    const capacity = amounts(status?.capacity);
    run.capacityBytes = capacity.memory;
    run.capacityMillicores = capacity.cpu;
    run.kubelet.resizes = (minorOf(node) ?? RESIZES_FROM) >= RESIZES_FROM;
    run.kubelet.settings = settingsOf(node);
    run.kubelet.memoryBytes = capacity.memory;
    run.state = stateOf(node);
    this.nodes.set(name, run);
    if (!known) this.reporter.join(node);
  }

  private onPod(type: string, pod: Pod, old: Pod | undefined): void {
    const run = this.runs.get(pod.metadata.uid ?? '');
    if (type === 'DELETED') {
      if (run) this.forget(run);
      return;
    }
    if (!run) {
      this.admit(pod);
      return;
    }
    run.pod = pod;
    const isStopping = run.stopAtMs !== undefined && !(run.preempted && run.outcome);
    if (pod.metadata.deletionTimestamp && !isStopping) this.beginStop(run);
    if (pod.spec !== old?.spec && !run.outcome) noticeSpec(run, this.plane.clock.now());
  }

  private admit(pod: Pod): void {
    const node = this.nodes.get(pod.spec.nodeName ?? '');
    if (!node || pod.status?.phase === 'Succeeded' || pod.status?.phase === 'Failed') return;
    const address = this.addresses++;
    const podIp = `10.${244 + (node.index >> 8)}.${node.index & 255}.${(address % 250) + 2}`;
    const work = assignWorkload(pod, this.plane.seed, this.traces, node.capacityMillicores);
    const run = newPodRun(
      pod,
      work,
      this.plane.clock.now(),
      podIp,
      node.cpu,
      this.loads.of(pod),
      node.kubelet,
    );
    this.runs.set(run.uid, run);
    node.runs.add(run);
    if (pod.metadata.deletionTimestamp) this.beginStop(run);
  }

  private forget(run: PodRun): void {
    this.runs.delete(run.uid);
    this.nodes.get(run.nodeName)?.runs.delete(run);
  }

  private beginStop(run: PodRun): void {
    const graceMs =
      (run.pod.metadata.deletionGracePeriodSeconds ?? run.pod.spec.terminationGracePeriodSeconds ?? 30) *
      1000;
    const stopping = run.containers.filter((container) => container.phase.kind === 'running');
    const slowestMs = Math.max(0, ...stopping.map((each) => each.work.character.stopSeconds * 1000));
    run.stopAtMs = this.plane.clock.now() + Math.min(graceMs, slowestMs);
    for (const container of stopping) {
      const message = `Stopping container ${container.name}`;
      this.events.lifecycle(run, { kind: 'killing', container, message });
    }
  }

  /** Ends a pod for a critical one: no budget is asked, and it has its own grace. */
  private preempt(run: PodRun): void {
    run.preempted = true;
    this.beginStop(run);
    this.events.preempted(run, PREEMPTED);
  }

  private confirmStopped(run: PodRun): void {
    if (run.preempted && !run.outcome && !run.pod.metadata.deletionTimestamp) {
      const nowMs = this.plane.clock.now();
      for (const container of run.containers) endContainer(run, container, 143, 'Error', nowMs);
      run.outcome = { phase: 'Failed', reason: 'Preempting', message: PREEMPTED };
      run.stopAtMs = Number.POSITIVE_INFINITY;
      this.writeStatus(run);
      return;
    }
    const { namespace, name, uid } = run.pod.metadata;
    const hasFinalizers = (run.pod.metadata.finalizers ?? []).length > 0;
    if (hasFinalizers && !run.outcome) this.writeEnded(run);
    run.outcome ??= { phase: 'Succeeded' };
    run.stopAtMs = Number.POSITIVE_INFINITY;
    this.attempt(() => this.plane.registry.delete('pods', namespace, name, { gracePeriodSeconds: 0, uid }));
  }

  /** A pod kept by a finalizer shows how it ended. */
  private writeEnded(run: PodRun): void {
    const nowMs = this.plane.clock.now();
    for (const container of run.containers) endContainer(run, container, 143, 'Error', nowMs);
    run.outcome = { phase: 'Failed' };
    this.writeStatus(run);
  }

  private writeStatus(run: PodRun): void {
    run.changed = false;
    const { namespace, name, uid } = run.pod.metadata;
    const hostIp = this.nodes.get(run.nodeName)?.hostIp;
    const nowMs = this.plane.clock.now();
    this.attempt(() =>
      this.plane.registry.mutate<Pod>(
        'pods',
        namespace,
        name,
        (draft) => {
          if (draft.metadata.uid === uid) draft.status = podStatus(run, draft.status, hostIp, nowMs);
        },
        { subresource: 'status' },
      ),
    );
  }

  /** A pod may be gone by now; any other error must not stop the other pods. */
  private attempt(write: () => void): void {
    try {
      write();
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return;
      this.plane.log.warn({ err: error }, 'A kubelet could not write a pod');
    }
  }

  private measure(node: NodeRun, atMs: number): void {
    let usedBytes = 0;
    shareCpu(node.runs, node.cpu, node.capacityMillicores, atMs);
    for (const run of node.runs) {
      for (const container of run.containers) {
        const { phase } = container;
        const usage = usageOf(container, atMs);
        if (!usage || phase.kind !== 'running') continue;
        const ranMs = Math.min(MEASURE_MS, atMs - phase.startedAtMs);
        container.cpuSeconds += (usage.cpuMillicores / 1000) * (ranMs / 1000);
        const { cpuLimitMillicores, memoryLimitBytes } = enforcedOn(container);
        container.throttledSeconds +=
          simulatedThrottling(usage.cpuMillicores, cpuLimitMillicores) * (ranMs / 1000);
        const waiting = waitingOf(run, container, atMs);
        container.waitedSeconds.cpu += waiting.cpu * (ranMs / 1000);
        container.waitedSeconds.memory += waiting.memory * (ranMs / 1000);
        usedBytes += usage.memoryBytes;
        if (usage.memoryBytes < memoryLimitBytes) continue;
        if (run.kubelet.settings?.singleProcessOOMKill) {
          container.lostProcess = true;
          continue;
        }
        end(run, container, 137, 'OOMKilled', atMs, (note) => this.events.lifecycle(run, note));
      }
      const overDisk = overDiskLimit(run, atMs);
      if (overDisk === undefined) continue;
      evictRun(run, overDisk, atMs);
      this.events.evicted(run, overDisk, {});
    }
    const action = relieve(node.runs, usedBytes, node.capacityBytes, atMs);
    if (!action) return;
    this.reporter.press(node.name, atMs);
    switch (action.kind) {
      case 'kill':
        end(action.run, action.container, 137, 'OOMKilled', atMs, (note) =>
          this.events.lifecycle(action.run, note),
        );
        this.events.systemOom(
          this.plane.registry.get<Node>('nodes', undefined, node.name),
          action.container.name,
        );
        return;
      case 'evict':
        evictRun(action.run, action.message, atMs);
        this.events.evicted(action.run, action.message, action.annotations);
    }
  }

  private resize(node: NodeRun, nowMs: number): void {
    let wanted = false;
    for (const run of node.runs) wanted ||= run.pending !== undefined || run.actuation !== undefined;
    if (!wanted) return;
    const tell = {
      note: (note: ResizeNote) => this.events.resize(note),
      lifecycle: (run: PodRun, note: LifecycleNote) => this.events.lifecycle(run, note),
      preempt: (run: PodRun) => this.preempt(run),
    };
    resizePods([...node.runs], node.allocatable, nowMs, tell, node.state);
  }
}
