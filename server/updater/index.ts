import type { RoleContext } from '../kube/role-context';
import type { VerticalPodAutoscaler } from '../kube/vpa-types';
import type { Recording } from '../store';
import type { HistorySource } from './gather/history';
import type { StopSource, UpdaterHandle } from './handle';
import { withPendingChanges } from './pending-changes';
import { type Outlook, outlookOf } from './plan/outlook';
import { Updater } from './updater';
import type { PlanView } from './views';

export { podReverter } from './hand/put-back';
export type { UpdaterHandle } from './handle';

export interface UpdaterOptions {
  stops: StopSource;
  store: Recording;
  history?: HistorySource;
}

/** Starts the updater role; it begins to act once it knows the cluster and the stops that hold. */
export function startUpdater(context: RoleContext, { stops, store, history }: UpdaterOptions): UpdaterHandle {
  const updater = new Updater(context, { stops, recorder: store, history });
  updater.start();
  return new RunningUpdater(context, updater);
}

/** What the rest of the process sees of an updater, whoever makes its passes. */
export class RunningUpdater implements UpdaterHandle {
  constructor(
    private readonly context: RoleContext,
    private readonly updater: Updater,
  ) {}

  get isLeading(): boolean {
    return this.updater.isLeading;
  }

  async plan({ namespace, name }: { namespace?: string; name?: string } = {}): Promise<PlanView> {
    const { plan, workloads } = await this.updater.plan();
    const vpas = plan.vpas.flatMap((vpa, index) => {
      const workload = workloads[index];
      const isMeant = (namespace ?? vpa.namespace) === vpa.namespace && (name ?? vpa.name) === vpa.name;
      return isMeant && workload ? [withPendingChanges(vpa, workload)] : [];
    });
    const summary = { evict: 0, resize: 0, wait: 0, leave: 0 };
    for (const { pods } of vpas) for (const { decision } of pods) summary[decision]++;
    const facts = this.updater.lease.read();
    const renewedMs = facts.kind === 'stale' ? facts.renewedMs : undefined;
    return {
      atMs: plan.atMs,
      vpas,
      updater: this.updater.state,
      lease: { kind: facts.kind, renewedMs },
      summary,
    };
  }

  async outlook(vpa: VerticalPodAutoscaler): Promise<Outlook> {
    const { gatherer } = this.updater;
    const workload = await gatherer.of(vpa);
    return outlookOf(workload, { nowMs: this.context.clock.now(), cluster: gatherer.clusterFacts() });
  }

  stop(): Promise<void> {
    return this.updater.stop();
  }
}
