import { ApiError } from '@/sandbox/api/api-error';
import type { ControlPlane, Running } from '@/sandbox/controllers/control-plane';
import {
  deploymentStatus,
  progressDeadlineInMs,
  setCondition,
} from '@/sandbox/controllers/deployment-status';
import { watchOwned } from '@/sandbox/controllers/owner-watch';
import {
  copiedAnnotations,
  DESIRED,
  MAX,
  REVISION,
  replicaSetFor,
} from '@/sandbox/controllers/replica-set-for';
import { nextNewSize, nextOldSizes, proportionalSizes, type RolloutSet } from '@/sandbox/controllers/rollout';
import { canonicalTemplate, rolloutBounds } from '@/sandbox/controllers/template';
import { WorkQueue } from '@/sandbox/controllers/work-queue';
import {
  type Deployment,
  namespacedName,
  type ReplicaSet,
  splitKey,
} from '@/sandbox/controllers/workload-types';
import type { KubeObject, Pod } from '@/server/objects/types';

const SOURCE = { component: 'deployment-controller' };
/** Rolls Deployments out through ReplicaSets, one for each template. */
export function startDeployments(plane: ControlPlane): Running {
  const { registry, clock } = plane;
  const queue = new WorkQueue(clock, plane.log, async (key) => {
    const deployment = registry.get<Deployment>('deployments.apps', ...splitKey(key));
    if (!deployment) return;
    await new DeploymentSync(plane, deployment).run();
    const current = registry.get<Deployment>('deployments.apps', ...splitKey(key));
    const deadlineMs = current && progressDeadlineInMs(current, clock.now());
    if (deadlineMs !== undefined) queue.addAfter(key, deadlineMs);
  });
  const unwatch = watchOwned(registry, 'deployments.apps', 'Deployment', 'replicasets.apps', (key) =>
    queue.add(key),
  );
  const unwatchPods = registry.watch<Pod>('pods', ({ type, object }) => {
    if (type === 'DELETED') queueRecreated(plane, object, (key) => queue.add(key));
  });
  return {
    stop: () => {
      unwatch();
      unwatchPods();
      queue.stop();
    },
    idle: () => queue.idle(),
  };
}

/** A Deployment that recreates its pods waits until the last old one is gone. */
function queueRecreated(plane: ControlPlane, pod: Pod, enqueue: (key: string) => void): void {
  const controllerOf = (object: KubeObject | undefined) =>
    object?.metadata.ownerReferences?.find((reference) => reference.controller)?.name;
  const { namespace } = pod.metadata;
  const set = plane.registry.get<ReplicaSet>('replicasets.apps', namespace, controllerOf(pod) ?? '');
  const owner = controllerOf(set);
  const deployment = owner && plane.registry.get<Deployment>('deployments.apps', namespace, owner);
  if (deployment && deployment.spec.strategy?.type === 'Recreate') enqueue(namespacedName(deployment));
}

/** One reconciliation of one Deployment. */
class DeploymentSync {
  private readonly wanted: number;
  private readonly bounds: { maxSurge: number; maxUnavailable: number };

  constructor(
    private readonly plane: ControlPlane,
    private readonly deployment: Deployment,
  ) {
    this.wanted = deployment.spec.replicas ?? 1;
    this.bounds =
      deployment.spec.strategy?.type === 'Recreate'
        ? { maxSurge: 0, maxUnavailable: 0 }
        : rolloutBounds(this.wanted, deployment.spec.strategy?.rollingUpdate);
  }

  async run(): Promise<void> {
    if (this.deployment.metadata.deletionTimestamp) return this.writeStatus();
    const fresh = this.findFresh();
    const scaling = this.sets().some(
      (set) => (set.spec.replicas ?? 0) > 0 && Number(set.metadata.annotations?.[DESIRED]) !== this.wanted,
    );
    if (this.deployment.spec.paused || (scaling && fresh)) {
      this.scaleAll(fresh);
    } else if (this.deployment.spec.strategy?.type === 'Recreate') {
      await this.recreate();
    } else {
      await this.roll();
    }
    this.dropHistory();
    this.writeStatus();
  }

  /** Every set of this Deployment, oldest first. */
  private sets(): ReplicaSet[] {
    const { uid = '' } = this.deployment.metadata;
    return [...this.plane.registry.ownedBy<ReplicaSet>('replicasets.apps', uid)]
      .filter((set) => !set.metadata.deletionTimestamp)
      .sort(
        (one, other) =>
          (one.metadata.creationTimestamp ?? '').localeCompare(other.metadata.creationTimestamp ?? '') ||
          revisionOf(one) - revisionOf(other),
      );
  }

  private findFresh(): ReplicaSet | undefined {
    const template = canonicalTemplate(this.deployment.spec.template);
    return this.sets().find((set) => canonicalTemplate(set.spec.template) === template);
  }

  private old(fresh: ReplicaSet): ReplicaSet[] {
    return this.sets().filter((set) => set.metadata.uid !== fresh.metadata.uid);
  }

  private async roll(): Promise<void> {
    const plan = { replicas: this.wanted, ...this.bounds };
    const fresh = await this.ensureFresh((old) =>
      nextNewSize({ name: '', replicas: 0, availableReplicas: 0 }, old.map(asRollout), plan),
    );
    const grown = nextNewSize(asRollout(fresh), this.old(fresh).map(asRollout), plan);
    if (grown !== fresh.spec.replicas) return this.scale(fresh, grown);
    const unavailable = grown - (fresh.status?.availableReplicas ?? 0);
    const old = this.old(fresh);
    for (const [name, size] of nextOldSizes(asRollout(fresh), unavailable, old.map(asRollout), plan)) {
      const set = old.find((candidate) => candidate.metadata.name === name);
      if (set) this.scale(set, size);
    }
  }

  private async recreate(): Promise<void> {
    const fresh = this.findFresh();
    const old = this.sets().filter((set) => set.metadata.uid !== fresh?.metadata.uid);
    const active = old.filter((set) => (set.spec.replicas ?? 0) > 0);
    for (const set of active) this.scale(set, 0);
    const podsLeft = old.some(
      (set) => [...this.plane.registry.ownedBy('pods', set.metadata.uid ?? '')].length > 0,
    );
    if (active.length > 0 || podsLeft) return;
    const ready = await this.ensureFresh(() => this.wanted);
    if (ready.spec.replicas !== this.wanted) this.scale(ready, this.wanted);
  }

  /** While paused or scaled: the size follows, but nothing moves from old to new. */
  private scaleAll(fresh: ReplicaSet | undefined): void {
    const active = this.sets().filter((set) => (set.spec.replicas ?? 0) > 0);
    const only = active.length <= 1 ? (active[0] ?? fresh) : undefined;
    if (only) {
      this.scale(only, this.wanted);
      return;
    }
    const rolling = this.deployment.spec.strategy?.type !== 'Recreate';
    const allowed = this.wanted > 0 && rolling ? this.wanted + this.bounds.maxSurge : this.wanted;
    for (const [name, size] of proportionalSizes(active.map(asRollout), allowed)) {
      const set = active.find((candidate) => candidate.metadata.name === name);
      if (set) this.scale(set, size);
    }
  }

  private async ensureFresh(size: (old: ReplicaSet[]) => number): Promise<ReplicaSet> {
    const known = this.findFresh();
    const old = this.sets().filter((set) => set.metadata.uid !== known?.metadata.uid);
    const revision = String(Math.max(0, ...old.map(revisionOf)) + 1);
    if (known) {
      const later = Math.max(Number(revision), revisionOf(known));
      this.annotate(known, String(later));
      this.writeRevision(String(later));
      return this.plane.registry.get<ReplicaSet>('replicasets.apps', ...nameOf(known)) ?? known;
    }
    const created = await this.createSet(revision, size(old));
    this.writeRevision(revision);
    this.writeCreated(created);
    if (created.spec.replicas) this.tell('up', created, created.spec.replicas);
    return created;
  }

  private async createSet(revision: string, replicas: number, collisions = 0): Promise<ReplicaSet> {
    const annotations = { ...this.sizeAnnotations(), [REVISION]: revision };
    const set = replicaSetFor(this.deployment, replicas, annotations, collisions);
    try {
      return await this.plane.registry.create('replicasets.apps', set);
    } catch (error) {
      if (!(error instanceof ApiError) || error.reason !== 'AlreadyExists' || collisions > 3) throw error;
      return this.createSet(revision, replicas, collisions + 1);
    }
  }

  private sizeAnnotations(): Record<string, string> {
    return { [DESIRED]: String(this.wanted), [MAX]: String(this.wanted + this.bounds.maxSurge) };
  }

  private annotate(set: ReplicaSet, revision: string): void {
    this.plane.registry.mutate<ReplicaSet>('replicasets.apps', ...nameOf(set), (draft) => {
      const before = draft.metadata.annotations ?? {};
      draft.metadata.annotations = { ...before, ...copiedAnnotations(this.deployment), [REVISION]: revision };
    });
  }

  private scale(set: ReplicaSet, replicas: number): void {
    const before = set.spec.replicas ?? 0;
    this.plane.registry.mutate<ReplicaSet>('replicasets.apps', ...nameOf(set), (draft) => {
      draft.spec.replicas = replicas;
      draft.metadata.annotations = { ...draft.metadata.annotations, ...this.sizeAnnotations() };
    });
    if (replicas !== before) this.tell(replicas > before ? 'up' : 'down', set, replicas);
  }

  private tell(direction: 'up' | 'down', set: ReplicaSet, replicas: number): void {
    this.plane.events.write(SOURCE, {
      object: this.deployment,
      type: 'Normal',
      reason: 'ScalingReplicaSet',
      message: `Scaled ${direction} replica set ${set.metadata.name} to ${replicas}`,
    });
  }

  private writeRevision(revision: string): void {
    this.plane.registry.mutate<Deployment>('deployments.apps', ...nameOf(this.deployment), (draft) => {
      draft.metadata.annotations = { ...draft.metadata.annotations, [REVISION]: revision };
    });
  }

  private writeCreated(set: ReplicaSet): void {
    const text = `Created new replica set "${set.metadata.name}"`;
    this.plane.registry.mutate<Deployment>(
      'deployments.apps',
      ...nameOf(this.deployment),
      (draft) => {
        const now = this.plane.clock.now();
        const known = draft.status?.conditions ?? [];
        const conditions = setCondition(known, 'Progressing', 'True', 'NewReplicaSetCreated', text, now);
        draft.status = { ...draft.status, conditions };
      },
      { subresource: 'status' },
    );
  }

  /** Removes old sets without pods beyond `revisionHistoryLimit`, oldest first. */
  private dropHistory(): void {
    const fresh = this.findFresh();
    const old = this.sets().filter(
      (set) =>
        set.metadata.uid !== fresh?.metadata.uid &&
        set.spec.replicas === 0 &&
        (set.status?.replicas ?? 0) === 0 &&
        set.status?.observedGeneration === set.metadata.generation,
    );
    const surplus = old.length - (this.deployment.spec.revisionHistoryLimit ?? 10);
    for (const set of old
      .sort((one, other) => revisionOf(one) - revisionOf(other))
      .slice(0, Math.max(0, surplus))) {
      this.plane.registry.delete('replicasets.apps', ...nameOf(set), { propagationPolicy: 'Background' });
    }
  }

  private writeStatus(): void {
    const { registry, clock } = this.plane;
    const current = registry.get<Deployment>('deployments.apps', ...nameOf(this.deployment));
    if (!current) return;
    const status = deploymentStatus(current, this.sets(), this.findFresh(), clock.now());
    registry.mutate<Deployment>(
      'deployments.apps',
      ...nameOf(current),
      (draft) => {
        draft.status = { ...status, observedGeneration: this.deployment.metadata.generation };
      },
      { subresource: 'status' },
    );
  }
}

function nameOf(object: Deployment | ReplicaSet): [namespace: string, name: string] {
  return [object.metadata.namespace ?? '', object.metadata.name];
}

function revisionOf(set: ReplicaSet): number {
  return Number(set.metadata.annotations?.[REVISION] ?? 0);
}

function asRollout(set: ReplicaSet): RolloutSet {
  return {
    name: set.metadata.name,
    replicas: set.spec.replicas ?? 0,
    availableReplicas: set.status?.availableReplicas ?? 0,
  };
}
