import type { PatchedWorkload, PatchFile } from '../../contract/patches';
import { errorText } from '../../errors';
import { Slices } from '../../slices';
import { countOf } from '../../words/counts';
import { compareTexts } from '../../words/natural-order';
import type { ScanTarget } from '../cluster/targets';
import type { ScanOptions } from '../options';
import { type ScannedWorkload, type ScanReport, titleOfScanned } from '../report';
import { type LookParts, lookAt } from './look';

interface AllLooked {
  readonly workloads: ScannedWorkload[];
  readonly patched: PatchedWorkload[];
  readonly files: PatchFile[];
  /** Workloads that could not be judged. */
  readonly leftOut: ScanReport['leftOut'];
  readonly notes: string[];
}

/** Looks at one workload after the other; one that cannot be judged costs itself. Ends early when `stopping` aborts. */
export async function lookAtAll(
  parts: LookParts,
  targets: readonly ScanTarget[],
  { progress, stopping }: Pick<ScanOptions, 'progress' | 'stopping'>,
): Promise<AllLooked> {
  const all: AllLooked = { workloads: [], patched: [], files: [], leftOut: [], notes: [] };
  const wasStopped = stopping.aborted;
  const slices = new Slices();
  progress.begins(parts.replays ? 'Replays of the period' : 'Recommendations');
  for (const [index, target] of targets.entries()) {
    if (stopping.aborted && !wasStopped) {
      all.notes.push(`Stopped before ${countOf(targets.length - index, 'workload')} were looked at.`);
      break;
    }
    progress.reached(index, targets.length);
    try {
      const { workload, patch } = await lookAt(parts, target);
      all.workloads.push(workload);
      if (patch) {
        all.patched.push(patch.workload);
        all.files.push(patch.file);
      }
    } catch (error) {
      const { namespace, kind, name } = target.ref;
      all.leftOut.push({ namespace, kind, name, why: errorText(error) });
    }
    const pause = slices.breathe();
    if (pause) await pause;
  }
  progress.ended(countOf(all.workloads.length, 'workload'));
  return all;
}

/** By namespace, kind and name. */
export function inOrder(targets: readonly ScanTarget[]): ScanTarget[] {
  return [...targets].sort((a, b) => compareTexts(titleOfScanned(a.ref), titleOfScanned(b.ref)));
}
