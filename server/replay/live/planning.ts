import type { CompiledVpa } from '@/server/decide/pods/compiled-vpa';
import { NO_LIMITS } from '@/server/decide/pods/limit-bounds';
import {
  afterEviction,
  afterObserving,
  evictedPod,
  freshLoop,
  loopFacts,
} from '@/server/decide/running/loop-state';
import { Planner } from '@/server/decide/running/plan';
import type { ClusterFacts, ControllerFacts, WorkloadInput } from '@/server/decide/running/plan-input';
import { planWorkload } from '@/server/decide/running/plan-workload';
import type { Pod } from '@/server/objects/types';
import { ActionLimits } from '@/server/updater/act/action-limits';
import { TargetPeaks } from '@/server/updater/gather/highest-targets';
import { loopRecommendation } from '@/server/updater/gather/loop-tracker';
import { neededHistoryMs } from '@/server/updater/gather/moment';
import { Rests } from '@/server/updater/gather/rest';
import type { UpdaterSettings } from '@/server/updater/settings';
import type { PodPlan } from '../../decide/running/planned';

/** What the updater knows of the workload at a pass; the same parts while nothing changes. */
interface Seen {
  readonly vpa: CompiledVpa;
  readonly pods: readonly Pod[];
  readonly sampledMs: number;
}

/** With the targets of the past. */
interface Known extends Seen {
  readonly highest: WorkloadInput['highest'];
}

const NOTHING: readonly never[] = [];
const NONE = new Map<string, never>();

/** The updater of one VPA in a replay: the live planner, its loop breaker and its rates. */
export class ReplayPlanning {
  private readonly planner = new Planner();
  private readonly cluster: ClusterFacts;
  private readonly limits: ActionLimits;
  private readonly controllers: readonly ControllerFacts[];
  private readonly rests: Rests;
  private loop = freshLoop('replay');
  private readonly peaks: TargetPeaks;
  private input: WorkloadInput | undefined;
  /** Until then the plan of this input changes no pod. */
  private quietUntilMs = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly settings: UpdaterSettings,
    controller: ControllerFacts,
    startMs: number,
  ) {
    this.controllers = [controller];
    this.cluster = { settings, lease: { kind: 'not-required' } };
    this.rests = new Rests(settings);
    this.peaks = new TargetPeaks(settings.loweringWindowMs);
    this.limits = new ActionLimits(settings, { nowMs: startMs, clockSpeed: 1 });
  }

  /** The pods to act on now, in order. */
  pass(nowMs: number, seen: Seen): readonly PodPlan[] {
    const sampledMs = Math.min(seen.sampledMs, neededHistoryMs(this.settings));
    const { input: former } = this;
    const key = `${seen.vpa.namespace}/${seen.vpa.name}`;
    const highest = this.peaks.observe(key, seen.vpa, nowMs);
    const isSame =
      former?.vpa === seen.vpa &&
      former.highest === highest &&
      former.pods === seen.pods &&
      former.sampledMs === sampledMs &&
      this.isSettled;
    if (isSame && nowMs < this.quietUntilMs) return NOTHING;
    const input = isSame ? former : this.renewed(nowMs, { ...seen, sampledMs, highest });
    const verdict = planWorkload(input, { nowMs, cluster: this.cluster });
    if (verdict.acting.length === 0) {
      this.quietUntilMs = verdict.validUntilMs;
      return NOTHING;
    }
    const allowances = this.limits.allowances(nowMs);
    const { vpas } = this.planner.plan({ nowMs, cluster: this.cluster, workloads: [input], allowances });
    const pods = vpas[0]?.pods ?? NOTHING;
    if (pods.some(({ reasons }) => reasons.some(({ code }) => code === 'warming-up')))
      this.limits.warmUpHeldBack(nowMs);
    const acting = pods.filter(({ decision }) => decision === 'evict' || decision === 'resize');
    for (const _pod of acting) this.limits.acted(key, nowMs);
    return acting;
  }

  evicted(pod: Pod, nowMs: number): void {
    this.loop = afterEviction(this.loop, this.controllers[0]?.uid ?? '', nowMs, evictedPod(pod));
    this.input = undefined;
  }

  /** No replacement is awaited or amiss: what the loop breaker knows stays the same. */
  private get isSettled(): boolean {
    return this.loop.outstanding.length === 0 && this.loop.misses === 0;
  }

  private renewed(nowMs: number, known: Known): WorkloadInput {
    if (!this.isSettled) {
      const tolerance = this.settings.podUpdateThreshold;
      const recommended = loopRecommendation(this.inputOf(known));
      this.loop = afterObserving(this.loop, known.pods, recommended, { nowMs, tolerance });
    }
    this.quietUntilMs = Number.NEGATIVE_INFINITY;
    this.input = this.inputOf(known);
    return this.input;
  }

  /** A workload without limit ranges, quotas, budgets and other autoscalers. */
  private inputOf({ vpa, pods, sampledMs, highest }: Known): WorkloadInput {
    // Not by spreading: V8 makes a new hidden class for every copy that gains properties.
    return {
      vpa,
      pods,
      sampledMs,
      highest,
      restMs: this.rests.of(vpa.vpa),
      controllers: this.controllers,
      loop: loopFacts(this.loop),
      limits: NO_LIMITS,
      quotas: NOTHING,
      budgets: NOTHING,
      conflicts: NOTHING,
      refusals: NONE,
      failures: NONE,
    };
  }
}
