import type { ControlPlane, Running } from '@/sandbox/controllers/control-plane';
import { WorkQueue } from '@/sandbox/controllers/work-queue';
import { namespacedName, splitKey } from '@/sandbox/controllers/workload-types';
import { chooseNode } from '@/sandbox/scheduler/choose-node';
import { NodeLedger } from '@/sandbox/scheduler/ledger';
import { toKubeTime } from '@/server/lib/time/clock';
import type { Node, Pod } from '@/server/objects/types';

const NAME = 'default-scheduler';
/** Pods without room are tried again together, at most this often. */
const RETRY_MS = 1000;

/** Gives every pod a node by its requests; pods without room wait. */
export function startScheduler(plane: ControlPlane): Running {
  const scheduler = new Scheduler(plane);
  scheduler.start();
  return scheduler;
}

class Scheduler implements Running {
  private readonly ledger = new NodeLedger();
  private readonly queue: WorkQueue;
  private readonly waiting = new Set<string>();
  private readonly unwatch: (() => void)[] = [];
  private cancelRetry: (() => void) | undefined;

  constructor(private readonly plane: ControlPlane) {
    this.queue = new WorkQueue(plane.clock, plane.log, (key) => this.schedule(key));
  }

  start(): void {
    const { registry } = this.plane;
    const onNode = (type: string, node: Node) => {
      if (type === 'DELETED') return this.ledger.removeNode(node.metadata.name);
      this.ledger.setNode(node);
      this.capacityFreed();
    };
    const onPod = (type: string, pod: Pod, old: Pod | undefined) => {
      if (type === 'DELETED') this.waiting.delete(namespacedName(pod));
      const hasFreed = type === 'DELETED' ? this.ledger.removePod(pod) : this.ledger.setPod(pod);
      if (hasFreed) this.capacityFreed();
      const changed = type === 'MODIFIED' && pod.spec !== old?.spec && this.waiting.has(namespacedName(pod));
      if ((type === 'ADDED' || changed) && isUnscheduled(pod)) this.queue.add(namespacedName(pod));
    };
    this.unwatch.push(
      registry.watch<Node>('nodes', (event) => onNode(event.type, event.object), { replay: true }),
      registry.watch<Pod>('pods', (event) => onPod(event.type, event.object, event.old), { replay: true }),
    );
  }

  stop(): void {
    for (const unwatch of this.unwatch) unwatch();
    this.cancelRetry?.();
    this.queue.stop();
  }

  idle(): boolean {
    return this.queue.idle();
  }

  private capacityFreed(): void {
    if (this.waiting.size === 0 || this.cancelRetry) return;
    this.cancelRetry = this.plane.clock.after(RETRY_MS, () => {
      this.cancelRetry = undefined;
      const pods = [...this.waiting].map((key) => this.plane.registry.get<Pod>('pods', ...splitKey(key)));
      this.waiting.clear();
      for (const pod of pods.filter((each) => each !== undefined).sort(byUrgency))
        this.queue.add(namespacedName(pod));
    });
  }

  private schedule(key: string): void {
    const pod = this.plane.registry.get<Pod>('pods', ...splitKey(key));
    if (!pod || !isUnscheduled(pod)) return;
    const choice = chooseNode(pod, this.ledger.nodes());
    switch (choice.kind) {
      case 'node':
        this.bind(pod, choice.name);
        return;
      case 'none':
        this.waiting.add(key);
        this.refuse(pod, choice.message);
    }
  }

  private bind(pod: Pod, nodeName: string): void {
    const bound = this.plane.registry.mutate<Pod>(
      'pods',
      pod.metadata.namespace,
      pod.metadata.name,
      (draft) => {
        draft.spec.nodeName = nodeName;
        this.setScheduled(draft, { status: 'True' });
      },
      { subresource: 'binding' },
    );
    this.ledger.setPod(bound);
    this.plane.events.writeScheduling(NAME, {
      object: pod,
      type: 'Normal',
      reason: 'Scheduled',
      action: 'Binding',
      message: `Successfully assigned ${pod.metadata.namespace}/${pod.metadata.name} to ${nodeName}`,
    });
  }

  private refuse(pod: Pod, message: string): void {
    const known = pod.status?.conditions?.find((condition) => condition.type === 'PodScheduled');
    if (known?.status === 'False' && known.message === message) return;
    this.plane.events.writeScheduling(NAME, {
      object: pod,
      type: 'Warning',
      reason: 'FailedScheduling',
      action: 'Scheduling',
      message,
    });
    this.plane.registry.mutate<Pod>(
      'pods',
      pod.metadata.namespace,
      pod.metadata.name,
      (draft) => this.setScheduled(draft, { status: 'False', reason: 'Unschedulable', message }),
      { subresource: 'status' },
    );
  }

  private setScheduled(
    draft: Pod,
    outcome: { status: 'True' | 'False'; reason?: string; message?: string },
  ): void {
    const before = draft.status?.conditions ?? [];
    const known = before.find((condition) => condition.type === 'PodScheduled');
    const lastTransitionTime =
      known?.status === outcome.status ? known.lastTransitionTime : toKubeTime(this.plane.clock.now());
    draft.status = {
      ...draft.status,
      conditions: [
        ...before.filter((condition) => condition.type !== 'PodScheduled'),
        { type: 'PodScheduled', lastProbeTime: null, lastTransitionTime, ...outcome },
      ],
    };
  }
}

function isUnscheduled(pod: Pod): boolean {
  const { schedulerName = NAME } = pod.spec as Pod['spec'] & { schedulerName?: string };
  const unplaced = !pod.spec.nodeName && schedulerName === NAME;
  return unplaced && !pod.metadata.deletionTimestamp && pod.status?.phase !== 'Failed';
}

function byUrgency(one: Pod, other: Pod): number {
  return (
    (other.spec.priority ?? 0) - (one.spec.priority ?? 0) ||
    (one.metadata.creationTimestamp ?? '').localeCompare(other.metadata.creationTimestamp ?? '')
  );
}
