import type { PatchedWorkload, PatchFile } from '../../contract/patches';
import { errorText } from '../../lib/report/errors';
import { fewAtATime } from '../../lib/time/few-at-a-time';
import { Slices } from '../../lib/time/slices';
import { countOf } from '../../words/counts';
import { compareTexts } from '../../words/natural-order';
import type { ScanTarget } from '../cluster/targets';
import type { ScanOptions } from '../options';
import { type ScannedWorkload, type ScanReport, titleOfScanned } from '../report';
import { type Looked, type LookParts, lookAt } from './look';

/** Workloads that a note names. */
const MOST_NAMED = 3;

interface AllLooked {
  readonly workloads: ScannedWorkload[];
  readonly patched: PatchedWorkload[];
  readonly files: PatchFile[];
  /** Workloads that could not be judged. */
  readonly leftOut: ScanReport['leftOut'];
  readonly notes: string[];
}

/**
 * Looks at all workloads, as many at once as keep the replayer busy; one that cannot be judged costs itself. Ends early
 * when `stopping` aborts.
 */
export async function lookAtAll(
  parts: LookParts,
  targets: readonly ScanTarget[],
  { progress, stopping }: Pick<ScanOptions, 'progress' | 'stopping'>,
): Promise<AllLooked> {
  const looks: (Looked | { why: string } | undefined)[] = targets.map(() => undefined);
  const wasStopped = stopping.aborted;
  const slices = new Slices();
  progress.begins(parts.replayer ? 'Replays of the period' : 'Recommendations');
  let done = 0;
  await fewAtATime(
    [...targets.entries()],
    async ([index, target]) => {
      looks[index] = await lookAt(parts, target).catch((error: unknown) => ({ why: errorText(error) }));
      progress.reached(++done, targets.length);
      const pause = slices.breathe();
      if (pause) await pause;
    },
    { atOnce: parts.replayer?.atOnce ?? 1, goesOn: () => wasStopped || !stopping.aborted },
  );
  const all = inOneList(targets, looks);
  if (done < targets.length)
    all.notes.push(`Stopped before ${countOf(targets.length - done, 'workload')} were looked at.`);
  progress.ended(countOf(all.workloads.length, 'workload'));
  return all;
}

/** By namespace, kind and name. */
export function inOrder(targets: readonly ScanTarget[]): ScanTarget[] {
  return [...targets].sort((a, b) => compareTexts(titleOfScanned(a.ref), titleOfScanned(b.ref)));
}

function inOneList(
  targets: readonly ScanTarget[],
  looks: readonly (Looked | { why: string } | undefined)[],
): AllLooked {
  const all: AllLooked = { workloads: [], patched: [], files: [], leftOut: [], notes: [] };
  const unreplayed = new Map<string, string[]>();
  for (const [index, { ref }] of targets.entries()) {
    const look = looks[index];
    if (!look) continue;
    if ('why' in look) {
      const { namespace, kind, name } = ref;
      all.leftOut.push({ namespace, kind, name, why: look.why });
      continue;
    }
    all.workloads.push(look.workload);
    if (look.patch) {
      all.patched.push(look.patch.workload);
      all.files.push(look.patch.file);
    }
    if (look.unreplayed === undefined) continue;
    const titles = unreplayed.get(look.unreplayed) ?? [];
    titles.push(titleOfScanned(ref));
    unreplayed.set(look.unreplayed, titles);
  }
  for (const [why, titles] of unreplayed) all.notes.push(`Not replayed: ${named(titles)}: ${why}.`);
  return all;
}

function named(titles: readonly string[]): string {
  const more = titles.length - MOST_NAMED;
  return `${titles.slice(0, MOST_NAMED).join(', ')}${more > 0 ? `, and ${more.toLocaleString('en-US')} more` : ''}`;
}
