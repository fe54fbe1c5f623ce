import type { Pod } from '../../objects/types';
import type { ReplayedContainer } from './container-run';
import type { DecidedTargets, Decider, PodAction } from './decider';
import { ReplayPod, templatePod } from './replay-pod';
import type { ReplayTally } from './tally';
import { usageFactor } from './usage-factor';
import type { ReplayOptions, ReplayWorkload } from './workload';

/** What a replay decides and what happens in it, in order of time; Unix ms. */
export type ReplayEvent =
  | { readonly kind: 'recommended'; readonly atMs: number; readonly targets: DecidedTargets }
  | { readonly kind: 'evict' | 'resize' | 'oom'; readonly atMs: number; readonly pod: string };

/** Who looks on; decides nothing. */
export interface Onlooker {
  happened?(event: ReplayEvent): void;
  podsAre?(pods: readonly Pod[], nowMs: number): void;
  /** A container was throttled in the step that began then. */
  throttled?(atMs: number): void;
}

export interface ReplayParts extends Onlooker {
  readonly workload: ReplayWorkload;
  readonly options: ReplayOptions;
  /** Between two passes, in ms; a pass comes at the end of a step. */
  readonly recommendEveryMs: number;
  readonly planEveryMs: number;
  readonly decider: Decider;
  readonly tally: ReplayTally;
}

/**
 * Lives through the recording of one workload as the live loop would: what was used in a step is learned at
 * its end; then the recommender recommends and the updater acts. Nothing looks ahead.
 */
export function replay(parts: ReplayParts): void {
  const { startMs, stepMs, steps } = parts.workload;
  const run = new Replay(parts);
  for (let step = 0; step < steps; step++) run.live(step, startMs + step * stepMs);
}

class Replay {
  /** The newest last. */
  private readonly pods: ReplayPod[];
  private born = 0;
  private podsChanged = true;
  private recommendedMs = Number.NEGATIVE_INFINITY;
  private plannedMs = Number.NEGATIVE_INFINITY;

  constructor(private readonly parts: ReplayParts) {
    const { workload } = parts;
    const { replicas, startMs, podsStartedMs = startMs } = workload;
    this.pods = Array.from({ length: replicas }, (_, replica) =>
      this.newPod(replica, podsStartedMs, podsStartedMs),
    );
  }

  live(step: number, atMs: number): void {
    const { workload, tally } = this.parts;
    const endMs = atMs + workload.stepMs;
    tally.begin(atMs);
    this.startPods(endMs);
    this.tellPods(atMs);
    for (const pod of this.pods) this.livePod(pod, step, atMs);
    this.tellPods(endMs);
    this.decide(endMs);
  }

  /** Pods that are ready before the end of the step live through the rest of it. */
  private startPods(endMs: number): void {
    for (const pod of this.pods) {
      if (pod.isUp || pod.readyMs >= endMs) continue;
      pod.start();
      this.podsChanged = true;
    }
  }

  private tellPods(nowMs: number): void {
    if (!this.podsChanged) return;
    this.podsChanged = false;
    const pods = this.pods.map(({ pod }) => pod);
    this.parts.podsAre?.(pods, nowMs);
    this.parts.decider.setPods(pods, nowMs);
  }

  private livePod(pod: ReplayPod, step: number, atMs: number): void {
    const { workload, options, decider, tally, throttled, happened, recommendEveryMs } = this.parts;
    const { stepMs } = workload;
    const samples = stepMs / recommendEveryMs;
    if (!pod.isUp) {
      tally.away(stepMs);
      return;
    }
    const { name } = pod.pod.metadata;
    for (let index = 0; index < pod.runs.length; index++) {
      const run = pod.runs[index];
      if (!run) continue;
      const lived = run.live(step, atMs, stepMs, options);
      tally.lived(run, index, pod.replica, lived, stepMs);
      if (lived.isThrottled) throttled?.(atMs);
      if (lived.upShare === 0) continue;
      if (!Number.isNaN(lived.measuredCpu)) decider.cpuUsed(name, run.name, atMs, lived.measuredCpu, samples);
      if (!Number.isNaN(lived.measuredMemory)) decider.memoryUsed(name, run.name, atMs, lived.measuredMemory);
      for (let kill = 0; kill < lived.kills; kill++)
        happened?.({ kind: 'oom', atMs: atMs + stepMs, pod: name });
      if (lived.restartsMs.length > 0) this.restarted(pod, run, lived.restartsMs);
    }
  }

  private restarted(pod: ReplayPod, run: ReplayedContainer, killsMs: readonly number[]): void {
    const { decider } = this.parts;
    const { name } = pod.pod.metadata;
    for (const [index, atMs] of killsMs.entries()) {
      decider.oomKilled(name, run.name, atMs, {
        requestBytes: run.requests.memory ?? 0,
        limitBytes: run.limits.memory ?? 0,
      });
      const waits = index + 1 < killsMs.length || run.downUntilMs > atMs;
      if (waits) decider.crashed(name, run.name, atMs);
    }
    pod.show();
    this.podsChanged = true;
  }

  private decide(nowMs: number): void {
    const { decider, tally, recommendEveryMs, planEveryMs, happened } = this.parts;
    if (nowMs - this.recommendedMs >= recommendEveryMs) {
      this.recommendedMs = nowMs;
      const targets = decider.recommend(nowMs);
      if (targets) {
        tally.recommended();
        happened?.({ kind: 'recommended', atMs: nowMs, targets });
      }
    }
    if (nowMs - this.plannedMs < planEveryMs) return;
    this.plannedMs = nowMs;
    for (const action of decider.plan(nowMs)) this.act(action, nowMs);
  }

  private act({ kind, pod: name, changes }: PodAction, nowMs: number): void {
    const { decider, tally, happened, options } = this.parts;
    const index = this.pods.findIndex(({ pod }) => pod.metadata.name === name);
    const pod = this.pods[index];
    if (!pod) return;
    tally.acted(kind);
    happened?.({ kind, atMs: nowMs, pod: name });
    this.podsChanged = true;
    if (kind === 'resize') {
      pod.resize(changes, nowMs);
      return;
    }
    decider.evicted(pod.pod, nowMs);
    this.pods.splice(index, 1);
    this.pods.push(this.newPod(pod.replica, nowMs, nowMs + options.replaceMs));
  }

  private newPod(replica: number, nowMs: number, readyMs: number): ReplayPod {
    const { workload, options, decider } = this.parts;
    const pod = templatePod(workload, `${workload.name}-${this.born++}`, nowMs);
    const factor = usageFactor(workload, replica, options);
    return new ReplayPod(workload, replica, decider.admit(pod), readyMs, factor);
  }
}
