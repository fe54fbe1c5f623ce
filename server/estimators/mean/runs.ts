import type { Observation } from '../../model/observation';
import type { SavedEvidence } from '../estimator';
import { SavedEvidenceError } from '../estimator';
import { isAmount, isCount } from '../saved-values';

/** One run of a workload, by all its pods. */
export interface MeanRun {
  /** Tells runs apart: a number made of the labels of its pods. */
  readonly key: number;
  readonly firstMs: number;
  lastMs: number;
  /** CPU samples: their sum in cores, and how many. */
  cpuSum: number;
  cpuCount: number;
  /** Bytes. */
  memoryPeak: number;
}

/** The newest runs, at most `MOST`. */
export class Runs {
  static readonly MOST = 32;
  readonly list: MeanRun[] = [];

  observe({ kind, value, timeMs, run }: Observation, longestRunMs: number): void {
    if (kind !== 'cpu' && kind !== 'memory') return;
    const found = this.runAt(keyOf(run), timeMs, longestRunMs);
    found.lastMs = Math.max(found.lastMs, timeMs);
    if (kind === 'memory') found.memoryPeak = Math.max(found.memoryPeak, value);
    else {
      found.cpuSum += value;
      found.cpuCount++;
    }
  }

  private runAt(key: number, timeMs: number, longestRunMs: number): MeanRun {
    for (let index = this.list.length - 1; index >= 0; index--) {
      const run = this.list[index];
      if (run?.key === key && timeMs - run.firstMs < longestRunMs) return run;
    }
    const run = { key, firstMs: timeMs, lastMs: timeMs, cpuSum: 0, cpuCount: 0, memoryPeak: 0 };
    if (this.list.length >= Runs.MOST) this.list.shift();
    this.list.push(run);
    return run;
  }

  save(): SavedEvidence {
    return { runs: this.list.map((run) => Object.values(run)) };
  }

  /** @throws SavedEvidenceError, also for a run after `untilMs`: every later sample would join it */
  static load({ runs }: SavedEvidence, untilMs: number): Runs {
    if (!Array.isArray(runs) || runs.length > Runs.MOST)
      throw new SavedEvidenceError('runs', 'is no list of runs');
    const loaded = new Runs();
    for (const [index, saved] of (runs as unknown[]).entries()) {
      const numbers = Array.isArray(saved) && saved.length === 6 && saved.every(isAmount) ? saved : [];
      const [key, firstMs, lastMs, cpuSum, cpuCount, memoryPeak] = numbers as number[];
      if (memoryPeak === undefined || !isCount(cpuCount))
        throw new SavedEvidenceError(`runs[${index}]`, 'is no run');
      if (Math.max(firstMs ?? 0, lastMs ?? 0) > untilMs)
        throw new SavedEvidenceError(`runs[${index}]`, 'is to come');
      loaded.list.push({
        key: key ?? 0,
        firstMs: firstMs ?? 0,
        lastMs: lastMs ?? 0,
        cpuSum: cpuSum ?? 0,
        cpuCount,
        memoryPeak,
      });
    }
    return loaded;
  }
}

/** FNV-1a: 32 bits are enough to tell a few runs apart. */
function keyOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}
