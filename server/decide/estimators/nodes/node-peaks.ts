import { SavedEvidenceError } from '../estimator';
import { WINDOW_MS } from '../windows/open-window';
import { RecentPeak } from '../windows/recent-peak';

const HOUR_MS = 3_600_000;
/** For how long a peak counts. */
export const PEAK_MS = 14 * 24 * HOUR_MS;
const PEAK_HOURS = PEAK_MS / HOUR_MS;

/** The highest values of a node: hours since 1970 and bytes in turn, the bytes falling. */
export interface SavedNodePeak {
  readonly node: string;
  readonly peaks: unknown;
}

/** The most memory that the pods of each node used together in 14 days. */
export class NodePeaks {
  private readonly byNode = new Map<string, RecentPeak>();
  /** Of nodes whose peaks changed since they were last taken, what was taken then. */
  private readonly changed = new Set<string>();

  /** @param bytes that the pods of a node use together at a time, in Unix ms */
  learn(node: string, bytes: number, atMs: number): void {
    const peak = this.byNode.get(node) ?? new RecentPeak();
    const before = peak.save();
    peak.add(bytes, Math.floor(atMs / WINDOW_MS), PEAK_HOURS);
    this.byNode.set(node, peak);
    if (!isSame(before, peak.save())) this.changed.add(node);
  }

  /** In bytes; undefined for a node of which nothing is known. */
  of(node: string): number | undefined {
    return this.byNode.get(node)?.value;
  }

  forget(node: string): void {
    this.byNode.delete(node);
    this.changed.delete(node);
  }

  forgetAllBut(nodes: ReadonlySet<string> | ReadonlyMap<string, unknown>): void {
    for (const node of [...this.byNode.keys()]) if (!nodes.has(node)) this.forget(node);
  }

  /** What changed since it was last taken, to be saved. */
  takeChanged(): SavedNodePeak[] {
    const taken = [...this.changed].map((node) => ({ node, peaks: this.byNode.get(node)?.save() }));
    this.changed.clear();
    return taken;
  }

  /** What was taken is not saved after all. */
  putBack(taken: readonly SavedNodePeak[]): void {
    for (const { node } of taken) if (this.byNode.has(node)) this.changed.add(node);
  }

  /**
   * Adds what was saved to what was learned since, where it is not older than 14 days.
   * @returns the nodes of which nothing can be read; theirs are left out
   */
  restore(saved: readonly SavedNodePeak[], nowMs: number): string[] {
    const unreadable: string[] = [];
    const window = Math.floor(nowMs / WINDOW_MS);
    for (const { node, peaks } of saved)
      try {
        const former = new RecentPeak();
        former.load(peaks, node, window);
        const restored = new RecentPeak();
        for (const { hour, bytes } of hoursIn(former, this.byNode.get(node)))
          if (hour > Math.floor(nowMs / HOUR_MS) - PEAK_HOURS)
            restored.add(bytes, (hour * HOUR_MS) / WINDOW_MS, PEAK_HOURS);
        if (restored.value > 0) this.byNode.set(node, restored);
      } catch (error) {
        if (!(error instanceof SavedEvidenceError)) throw error;
        unreadable.push(node);
      }
    return unreadable;
  }
}

/** All hours of several peaks of one node, in their order. */
function hoursIn(...peaks: readonly (RecentPeak | undefined)[]): { hour: number; bytes: number }[] {
  const hours = peaks.flatMap((peak) => {
    const saved = (peak?.save() ?? []) as number[];
    return saved.flatMap((hour, at) => (at % 2 === 0 ? [{ hour, bytes: saved[at + 1] ?? 0 }] : []));
  });
  return hours.sort((a, b) => a.hour - b.hour);
}

function isSame(before: unknown, after: unknown): boolean {
  return JSON.stringify(before) === JSON.stringify(after);
}
