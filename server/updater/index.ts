import type { ForeseenVpa } from '../contract/operations';
import type { LeaseView, UpdaterState } from '../contract/plan';
import type { StopState } from '../decide/pods/stop';
import { foreseenVpas } from '../decide/running/foreseen';
import { type DecisionCounts, type Outlook, outlookOf, podCounts } from '../decide/running/outlook';
import { planningWorkload } from '../decide/running/plan-workload';
import { type WaitingChange, waitingChange } from '../decide/running/waiting-change';
import type { NodePeaks, Recommendations } from '../kube/role';
import type { RoleContext } from '../kube/role-context';
import { inSlices } from '../lib/time/slices';
import type { VerticalPodAutoscaler } from '../objects/vpa-types';
import type { JournalWriter } from '../store';
import type { AwaitingWorkload } from './act/decision-log';
import type { StopSource, UpdaterHandle } from './handle';
import type { UpdaterSettings } from './settings';
import type { ShownPlan } from './shown-plan';
import { Updater } from './updater';

export type { UpdaterHandle } from './handle';

export interface UpdaterOptions {
  stops: StopSource;
  store: JournalWriter;
  /** What the recommender of this process knows; it need not run here. */
  recommendations?: () => Recommendations | undefined;
  /** What nodes used at most, if this process learns it. */
  nodePeaks?: () => NodePeaks | undefined;
}

/** Starts the updater; it acts once it knows the cluster and the stops in force. */
export function startUpdater(
  context: RoleContext<UpdaterSettings>,
  { stops, store, recommendations, nodePeaks }: UpdaterOptions,
): UpdaterHandle {
  const updater = new Updater(context, {
    stops,
    recorder: store,
    history: (vpa) => recommendations?.()?.historyMsOf(vpa),
    throttlingOf: (vpa) => recommendations?.()?.throttlingOf(vpa),
    pressureOf: (vpa) => recommendations?.()?.pressureOf(vpa),
    lowMemoryOf: (...container) => recommendations?.()?.lowMemoryOf(...container),
    usedMemoryOf: (...container) => recommendations?.()?.usedMemoryOf(...container),
    memoryPeakOf: (node) => nodePeaks?.()?.memoryPeakOf(node),
    isSampled: (...container) => recommendations?.()?.isSampled(...container),
    peersUse: (workload) => recommendations?.()?.inUseBy(workload),
  });
  updater.start();
  return new RunningUpdater(context, updater);
}

/** What the rest of the process sees of an updater, with or without its loop. */
export class RunningUpdater implements UpdaterHandle {
  constructor(
    private readonly context: RoleContext<UpdaterSettings>,
    private readonly updater: Updater,
  ) {}

  get isLeading(): boolean {
    return this.updater.isLeading;
  }

  get held(): Iterable<AwaitingWorkload> {
    return this.updater.held;
  }

  get state(): UpdaterState {
    return this.updater.state;
  }

  get lease(): LeaseView {
    const facts = this.updater.lease.read();
    return { kind: facts.kind, renewedMs: facts.kind === 'stale' ? facts.renewedMs : undefined };
  }

  get shown(): ShownPlan {
    return this.updater.shown;
  }

  async outlook(vpa: VerticalPodAutoscaler): Promise<Outlook> {
    const { gatherer } = this.updater;
    const workload = await gatherer.of(vpa);
    const scope = { nowMs: this.context.clock.now(), cluster: gatherer.cluster.facts() };
    return outlookOf(workload, scope, (next, input) => gatherer.overruling(next, input));
  }

  async waitingChange(vpa: VerticalPodAutoscaler): Promise<WaitingChange | undefined> {
    const { gatherer } = this.updater;
    const workload = await gatherer.of(vpa);
    const scope = { nowMs: this.context.clock.now(), cluster: gatherer.cluster.facts() };
    return waitingChange((await inSlices(planningWorkload(workload, scope))).plan.pods);
  }

  async onceStopsAre(next: StopState): Promise<{ pods: DecisionCounts; foreseen: ForeseenVpa[] }> {
    const { vpas } = await this.updater.planOnceStopsAre(next);
    return { pods: podCounts(vpas.flatMap(({ pods }) => pods)), foreseen: foreseenVpas(vpas) };
  }

  stop(): Promise<void> {
    return this.updater.stop();
  }
}
