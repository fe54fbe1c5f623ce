import type { Observation } from '../../model/observation';
import { wholeAmount } from './amounts';
import type { BoundAmounts, Estimate, SavedEvidence } from './estimator';
import type { StepRecorder } from './explanation';
import type { CrashParameters } from './parameters';
import { isAmount } from './saved-values';

/**
 * Growth after an OOM kill is never cut below this much more memory: 100 MiB, the least bump of the reference (VPA 1.8,
 * pkg/recommender/model, aggregations_config.go, `DefaultOOMMinBumpUp`).
 */
const LEAST_BUMP_BYTES = 100 * 1024 * 1024;

/** The last OOM kills and crashes of a container, as one incident each. */
export class RecentCrashes {
  private oomBytes = 0;
  private oomMs = Number.NEGATIVE_INFINITY;
  private crashes = 0;
  private crashMs = Number.NEGATIVE_INFINITY;

  observe({ kind, value, timeMs }: Observation, { holdMs }: CrashParameters): void {
    if (kind === 'oom') {
      this.oomBytes = timeMs - this.oomMs > holdMs ? value : Math.max(this.oomBytes, value);
      this.oomMs = Math.max(this.oomMs, timeMs);
    }
    if (kind === 'crash' && timeMs > this.crashMs) {
      this.crashes = timeMs - this.crashMs > holdMs ? 1 : this.crashes + 1;
      this.crashMs = Math.max(this.crashMs, timeMs);
    }
  }

  /** The estimate with the growth that recent kills and crashes ask for, within the parameters' bounds. */
  grow(estimate: Estimate, parameters: CrashParameters, nowMs: number, addStep?: StepRecorder): Estimate {
    const { oom, oomMargin, crashLoop, after, factor, most, holdMs } = parameters;
    const isKilled = oom && nowMs - this.oomMs <= holdMs;
    const isLooping = crashLoop && nowMs - this.crashMs <= holdMs && this.crashes >= after;
    if (!isKilled && !isLooping) return estimate;
    const { cpu, memory, memoryLimit } = estimate;
    const times = isLooping ? Math.min(most, factor ** Math.floor(this.crashes / after)) : 1;
    const needed = isKilled ? this.oomBytes * (1 + oomMargin) : 0;
    const grown = (own: BoundAmounts, told: StepRecorder | undefined) => {
      const atMost = Math.max(own.target * most, own.target + LEAST_BUMP_BYTES);
      const killed = atLeast('memory', own, Math.min(needed, atMost), 'oom', told);
      return atLeast('memory', killed, own.target * (isLooping ? times : 0), 'crash-loop', told);
    };
    const cpuGrown = isLooping ? atLeast('cpu', cpu, cpu.target * times, 'crash-loop', addStep) : cpu;
    if (!memoryLimit) return { cpu: cpuGrown, memory: grown(memory, addStep) };
    // A kill tells that the limit was too low, and nothing of the request.
    const { asOne, ...limit } = memoryLimit;
    return {
      cpu: cpuGrown,
      memory: isLooping ? atLeast('memory', memory, memory.target * times, 'crash-loop', addStep) : memory,
      memoryLimit: { ...grown(limit, addStep && asLimit(addStep)), asOne: grown(asOne, undefined) },
    };
  }

  save(): SavedEvidence {
    const { oomBytes, oomMs, crashes, crashMs } = this;
    return Number.isFinite(oomMs) || Number.isFinite(crashMs)
      ? { oomBytes, oomMs: finite(oomMs), crashes, crashMs: finite(crashMs) }
      : {};
  }

  /** What cannot be read counts as no incident, nor does one after `untilMs`: its growth would not end. */
  static load({ oomBytes, oomMs, crashes, crashMs }: SavedEvidence, untilMs: number): RecentCrashes {
    const known = new RecentCrashes();
    if (isAmount(oomBytes) && isAmount(oomMs) && oomMs <= untilMs) Object.assign(known, { oomBytes, oomMs });
    if (isAmount(crashes) && isAmount(crashMs) && crashMs <= untilMs)
      Object.assign(known, { crashes, crashMs });
    return known;
  }
}

/** What is told of a target, as told of the limit. */
function asLimit(addStep: StepRecorder): StepRecorder {
  return (resource, bound, step) => {
    if (bound === 'target') addStep(resource, 'limit', step);
  };
}

function finite(ms: number): number | undefined {
  return Number.isFinite(ms) ? ms : undefined;
}

/** Raises all bounds: a container that crashes below this amount should be changed. */
function atLeast(
  resource: 'cpu' | 'memory',
  bounds: BoundAmounts,
  least: number,
  step: 'oom' | 'crash-loop',
  addStep: StepRecorder | undefined,
): BoundAmounts {
  const amount = wholeAmount(least);
  if (amount <= bounds.lowerBound) return bounds;
  const raise = (bound: keyof BoundAmounts) => {
    const value = Math.max(bounds[bound], amount);
    if (value > bounds[bound]) addStep?.(resource, bound, { step, value });
    return value;
  };
  return { lowerBound: raise('lowerBound'), target: raise('target'), upperBound: raise('upperBound') };
}
