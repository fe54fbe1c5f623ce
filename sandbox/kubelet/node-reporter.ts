import { ApiError } from '@/sandbox/api/api-error';
import type { Registry } from '@/sandbox/api/registry';
import { settingsOf } from '@/sandbox/kubelet/node-state';
import type { Logger } from '@/server/lib/report/log';
import { type Clock, toKubeMicroTime, toKubeTime } from '@/server/lib/time/clock';
import type { Condition, Lease, Node } from '@/server/objects/types';

const LEASES = 'leases.coordination.k8s.io';
const LEASE_NAMESPACE = 'kube-node-lease';
const LEASE_SECONDS = 40;
/**
 * How often a kubelet reports a node without changes (Kubernetes 1.37, pkg/kubelet/apis/config/v1beta1, defaults.go,
 * `NodeStatusReportFrequency`).
 */
const HEARTBEAT_MS = 5 * 60_000;
const HEARTBEAT_REAL_MS = 10_000;
/**
 * A node stays under pressure this long after its memory was last short (Kubernetes 1.37,
 * pkg/kubelet/apis/config/v1beta1, defaults.go, `EvictionPressureTransitionPeriod`).
 */
const PRESSURE_MS = 5 * 60_000;

const SWAP_BYTES = 2 * 2 ** 30;

type NodeCondition = Condition & { lastHeartbeatTime?: string };

/** Reports the nodes as their kubelets do: heartbeats, leases, and memory pressure. */
export class NodeReporter {
  private readonly pressedUntilMs = new Map<string, number>();
  private cancel = () => {};

  constructor(
    private readonly registry: Registry,
    private readonly clock: Clock,
    private readonly log: Logger,
  ) {}

  start(): void {
    const everyMs = Math.max(HEARTBEAT_MS, HEARTBEAT_REAL_MS * this.clock.speed);
    this.cancel = this.clock.after(everyMs, () => {
      for (const node of [...this.registry.list<Node>('nodes')]) this.report(node.metadata.name);
      this.start();
    });
  }

  stop(): void {
    this.cancel();
  }

  /** A node that has just registered. */
  join(node: Node): void {
    const { name, uid = '' } = node.metadata;
    this.report(name);
    const lease: Lease = {
      apiVersion: 'coordination.k8s.io/v1',
      kind: 'Lease',
      metadata: {
        name,
        namespace: LEASE_NAMESPACE,
        ownerReferences: [{ apiVersion: 'v1', kind: 'Node', name, uid }],
      },
      spec: {
        holderIdentity: name,
        leaseDurationSeconds: LEASE_SECONDS,
        renewTime: toKubeMicroTime(this.clock.now()),
      },
    };
    this.registry.create(LEASES, lease).catch((error: unknown) => {
      this.log.debug({ err: error, node: name }, 'The lease of a node could not be created');
    });
  }

  /** Memory is short on a node at `atMs`. */
  press(name: string, atMs: number): void {
    const already = this.pressedUntilMs.has(name);
    this.pressedUntilMs.set(name, atMs + PRESSURE_MS);
    if (!already) this.report(name);
  }

  /** Ends pressure that has passed. */
  relax(nowMs: number): void {
    for (const [name, untilMs] of this.pressedUntilMs) {
      if (untilMs > nowMs) continue;
      this.pressedUntilMs.delete(name);
      this.report(name);
    }
  }

  private report(name: string): void {
    const nowMs = this.clock.now();
    const pressed = this.pressedUntilMs.has(name);
    try {
      this.registry.mutate<Node>(
        'nodes',
        undefined,
        name,
        (draft) => {
          const before: NodeCondition[] = draft.status?.conditions ?? [];
          const conditions = before.map((condition) =>
            condition.type === 'MemoryPressure'
              ? beat(memoryCondition(condition, pressed), condition, nowMs)
              : beat(condition, condition, nowMs),
          );
          draft.status = { ...draft.status, conditions };
          // A node tells of its swap whether or not its kubelet lets pods have any.
          if (settingsOf(draft).memorySwap)
            draft.status.nodeInfo = { ...draft.status.nodeInfo, swap: { capacity: SWAP_BYTES } };
        },
        { subresource: 'status' },
      );
      if (!this.registry.get(LEASES, LEASE_NAMESPACE, name)) return;
      this.registry.mutate<Lease>(LEASES, LEASE_NAMESPACE, name, (draft) => {
        draft.spec.renewTime = toKubeMicroTime(nowMs);
      });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    }
  }
}

function memoryCondition(condition: NodeCondition, pressed: boolean): NodeCondition {
  return {
    ...condition,
    status: pressed ? 'True' : 'False',
    reason: pressed ? 'KubeletHasInsufficientMemory' : 'KubeletHasSufficientMemory',
    message: `kubelet has ${pressed ? 'insufficient' : 'sufficient'} memory available`,
  };
}

function beat(condition: NodeCondition, before: NodeCondition, nowMs: number): NodeCondition {
  const now = toKubeTime(nowMs);
  const kept = condition.status === before.status ? before.lastTransitionTime : undefined;
  return { ...condition, lastHeartbeatTime: now, lastTransitionTime: kept ?? now };
}
