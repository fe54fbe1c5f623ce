import type { Pod } from '@/server/kube/types';
import type { CompiledVpa } from '@/server/policy/compiled-vpa';
import { NO_LIMITS } from '@/server/policy/limit-bounds';
import { recommendedFor } from '@/server/updater/gather/loop-tracker';
import { ActionLimits } from '@/server/updater/hand/action-limits';
import { afterEviction, afterObserving, freshLoop, loopFacts } from '@/server/updater/plan/loop-state';
import { Planner } from '@/server/updater/plan/plan';
import type { ClusterFacts, ControllerFacts, WorkloadInput } from '@/server/updater/plan/plan-input';
import type { PodPlan } from '@/server/updater/plan/plan-types';
import { planWorkload } from '@/server/updater/plan/plan-workload';
import type { UpdaterSettings } from '@/server/updater/settings';

/** What the updater knows of the workload at a pass; the same parts while nothing changes. */
interface Seen {
  readonly vpa: CompiledVpa;
  readonly pods: readonly Pod[];
  readonly sampledMs: number;
}

const NOTHING: readonly PodPlan[] = [];

/** The updater of one VPA in a replay: the live planner, its loop breaker and its rates. */
export class ReplayPlanning {
  private readonly planner = new Planner();
  private readonly cluster: ClusterFacts;
  private readonly limits: ActionLimits;
  private loop = freshLoop('replay');
  private input: WorkloadInput | undefined;
  /** Until then the plan of this input changes no pod. */
  private quietUntilMs = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly settings: UpdaterSettings,
    private readonly controller: ControllerFacts,
    startMs: number,
  ) {
    this.cluster = { settings, lease: { kind: 'not-required' }, largestNodes: [] };
    this.limits = new ActionLimits(settings, { nowMs: startMs, clockSpeed: 1 });
  }

  /** The pods to act on now, in order. */
  pass(nowMs: number, seen: Seen): readonly PodPlan[] {
    const input = this.inputOf(nowMs, seen);
    if (nowMs < this.quietUntilMs) return NOTHING;
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
    for (const _pod of acting) this.limits.acted(`${seen.vpa.namespace}/${seen.vpa.name}`, nowMs);
    return acting;
  }

  evicted(nowMs: number): void {
    this.loop = afterEviction(this.loop, this.controller.uid, nowMs);
    this.input = undefined;
  }

  private inputOf(nowMs: number, seen: Seen): WorkloadInput {
    const { input, settings } = this;
    const sampledMs = Math.min(seen.sampledMs, settings.leastHistoryMs);
    const isSame = input?.vpa === seen.vpa && input.pods === seen.pods && input.sampledMs === sampledMs;
    const { outstanding, misses } = this.loop;
    const isSettled = outstanding.length === 0 && misses === 0;
    if (input && isSame && isSettled) return input;
    const next = { ...BARE, vpa: seen.vpa, pods: seen.pods, sampledMs, controllers: [this.controller] };
    if (!isSettled) {
      const tolerance = settings.podUpdateThreshold;
      this.loop = afterObserving(this.loop, seen.pods, recommendedFor(next), { nowMs, tolerance });
    }
    this.quietUntilMs = Number.NEGATIVE_INFINITY;
    this.input = { ...next, loop: loopFacts(this.loop) };
    return this.input;
  }
}

/** A workload without limit ranges, quotas, budgets and other autoscalers. */
const BARE = {
  limits: NO_LIMITS,
  quotas: [],
  budgets: [],
  conflicts: [],
  refusals: new Map(),
  failures: new Map(),
} as const;
