import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { eachVpa } from '../../decide/running/each-vpa';
import type { LeaseFacts, WorkloadInput } from '../../decide/running/plan-input';
import type { Plan, VpaPlan } from '../../decide/running/planned';
import type { Sliced } from '../../lib/time/slices';
import { DECISIONS, type Decision } from '../../words/decisions';
import type { ObjectFault } from '../../words/object-fault';
import type { ReasonCode } from '../../words/reasons';
import type { ActionKind, Outcome } from '../../words/records';
import { isSkippedResize } from './skipped-resizes';

/** VPAs with series of their own; those beyond share one, under a name that no VPA has. */
const MOST_VPAS = 1000;
const OTHERS = '_others';
const BY_SIZE = ['vpa_size_log2', 'update_mode'];

/** The VPA of an action, with the number of its pods. */
export interface ActingVpa {
  readonly namespace: string;
  readonly name: string;
  readonly mode: string;
  readonly size: number;
}

/** The VPA of a workload, as actions are counted. */
export function actingVpa({ vpa, pods }: Pick<WorkloadInput, 'vpa' | 'pods'>): ActingVpa {
  return { namespace: vpa.namespace, name: vpa.name, mode: vpa.mode, size: pods.length };
}

function labelsBySize(size: number, update_mode: string) {
  return { vpa_size_log2: String(Math.floor(Math.log2(Math.max(1, size)))), update_mode };
}

function noDecisions(): Record<Decision, number> {
  return { evict: 0, resize: 0, wait: 0, leave: 0 };
}

/** The updater's metrics: the reference's names, and the decisions of the plan. */
export class UpdaterMetrics {
  private readonly gauges: Record<string, Gauge>;
  private readonly decisions: Gauge;
  private readonly held: Gauge<'reason'>;
  private readonly named = new Set<string>();
  private readonly actions: Counter;
  private readonly evicted: Counter;
  private readonly failedEvictions: Counter;
  private readonly inPlace: Counter;
  private readonly failedInPlace: Counter;
  private readonly skipped: Counter;
  private readonly leaseInvalid: Counter<'reason'>;
  private readonly latency: Histogram;

  constructor(registry: Registry) {
    const registers = [registry];
    const gauge = (name: string, help: string) =>
      new Gauge({ name: `vpa_updater_${name}`, help, labelNames: BY_SIZE, registers });
    this.gauges = {
      controlled: gauge('controlled_pods_total', 'Pods controlled by a VPA.'),
      evictable: gauge('evictable_pods_total', 'Pods that an eviction would bring to their target.'),
      evictableVpas: gauge('vpas_with_evictable_pods_total', 'VPAs with such pods.'),
      evictedVpas: gauge('vpas_with_evicted_pods_total', 'VPAs with a pod evicted in the last pass.'),
      updatable: gauge(
        'in_place_updatable_pods_total',
        'Pods that a resize in place would bring to their target.',
      ),
      updatableVpas: gauge('vpas_with_in_place_updatable_pods_total', 'VPAs with such pods.'),
      updatedVpas: gauge(
        'vpas_with_in_place_updated_pods_total',
        'VPAs with a pod resized in the last pass.',
      ),
    };
    const counter = (name: string, help: string, ...more: string[]) =>
      new Counter({
        name: `vpa_updater_${name}`,
        help,
        labelNames: [...BY_SIZE, ...more, 'vpa_name', 'vpa_namespace'],
        registers,
      });
    this.evicted = counter('evicted_pods_total', 'Pods evicted.');
    this.failedEvictions = counter('failed_eviction_attempts_total', 'Evictions that failed.', 'reason');
    this.inPlace = counter('in_place_updated_pods_total', 'Pods resized in place.');
    this.failedInPlace = counter('failed_in_place_update_attempts_total', 'Resizes that failed.', 'reason');
    this.skipped = new Counter({
      name: 'vpa_updater_in_place_infeasible_skip_pods_total',
      help: 'Pods skipped in a pass, since what is recommended was found to be infeasible on their node.',
      labelNames: ['vpa_size_log2', 'vpa_name', 'vpa_namespace'],
      registers,
    });
    this.leaseInvalid = new Counter({
      name: 'vpa_updater_admission_controller_status_invalid_total',
      help: 'Passes that evict nobody, since the lease of admission is missing (error) or stale (invalid).',
      labelNames: ['reason'],
      registers,
    });
    this.latency = new Histogram({
      name: 'vpa_updater_execution_latency_seconds',
      help: 'Duration of the steps of a pass.',
      labelNames: ['step'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
      registers,
    });
    this.decisions = new Gauge({
      name: 'plumbline_updater_decisions',
      help: 'Pods by decision of the plan.',
      labelNames: ['decision'],
      registers,
    });
    this.held = new Gauge({
      name: 'plumbline_updater_held_pods',
      help: 'Pods that should change and wait, by the reason that comes first.',
      labelNames: ['reason'],
      registers,
    });
    this.actions = new Counter({
      name: 'plumbline_updater_actions_total',
      help: 'Actions by outcome.',
      labelNames: ['action', 'outcome'],
      registers,
    });
  }

  /** Counts the decisions of a plan. Returns the VPAs that could not be counted. */
  *counting({ vpas }: Plan): Sliced<ObjectFault[]> {
    for (const gauge of Object.values(this.gauges)) gauge.reset();
    const decisions = noDecisions();
    const held = new Map<ReasonCode, number>();
    const faults = yield* eachVpa(vpas, (plan) => {
      if (plan.overruledBy !== undefined) return;
      const pods = plan.pods.filter(({ reasons }) => reasons[0]?.code !== 'other-vpa-acts');
      const counts = noDecisions();
      for (const { decision } of pods) counts[decision]++;
      for (const { decision, reasons } of pods)
        if (decision === 'wait' && reasons[0])
          held.set(reasons[0].code, (held.get(reasons[0].code) ?? 0) + 1);
      this.countVpa({ ...plan, pods }, counts);
      this.countSkipped({ ...plan, pods });
      for (const decision of Object.keys(DECISIONS) as Decision[]) decisions[decision] += counts[decision];
    });
    for (const [decision, count] of Object.entries(decisions)) this.decisions.set({ decision }, count);
    this.held.reset();
    for (const [reason, count] of held) this.held.set({ reason }, count);
    return faults;
  }

  private countVpa({ updateMode, pods }: VpaPlan, { evict, resize }: Record<Decision, number>): void {
    const { controlled, evictable, evictableVpas, updatable, updatableVpas } = this.gauges;
    const labels = labelsBySize(pods.length, updateMode);
    controlled?.inc(labels, pods.length);
    if (evict > 0) {
      evictable?.inc(labels, evict);
      evictableVpas?.inc(labels);
    }
    if (resize > 0) {
      updatable?.inc(labels, resize);
      updatableVpas?.inc(labels);
    }
  }

  private countSkipped({ namespace, name, updateMode, pods }: VpaPlan): void {
    const skipped = pods.filter(isSkippedResize).length;
    if (skipped === 0) return;
    const { vpa_size_log2 } = labelsBySize(pods.length, updateMode);
    this.skipped.inc({ vpa_size_log2, ...this.nameOf({ namespace, name }) }, skipped);
  }

  /** Counts the passes for which admission is not known to be alive. */
  leaseRead({ kind }: LeaseFacts): void {
    if (kind === 'missing') this.leaseInvalid.inc({ reason: 'error' });
    if (kind === 'stale') this.leaseInvalid.inc({ reason: 'invalid' });
  }

  acted(action: ActionKind, outcome: Outcome, vpa: ActingVpa): void {
    this.actions.inc({ action, outcome });
    const done = outcome === 'done';
    const labels = { ...labelsBySize(vpa.size, vpa.mode), ...this.nameOf(vpa) };
    if (action === 'evict' && done) this.evicted.inc(labels);
    else if (action === 'evict') this.failedEvictions.inc({ ...labels, reason: outcome });
    else if (done) this.inPlace.inc(labels);
    else this.failedInPlace.inc({ ...labels, reason: outcome });
  }

  finished(evicted: readonly ActingVpa[], resized: readonly ActingVpa[]): void {
    for (const { size, mode } of evicted) this.gauges.evictedVpas?.inc(labelsBySize(size, mode));
    for (const { size, mode } of resized) this.gauges.updatedVpas?.inc(labelsBySize(size, mode));
  }

  took(step: string, seconds: number): void {
    this.latency.observe({ step }, seconds);
  }

  private nameOf({ namespace, name }: Pick<ActingVpa, 'namespace' | 'name'>) {
    const key = `${namespace}/${name}`;
    if (!this.named.has(key) && this.named.size >= MOST_VPAS)
      return { vpa_name: OTHERS, vpa_namespace: OTHERS };
    this.named.add(key);
    return { vpa_name: name, vpa_namespace: namespace };
  }
}
