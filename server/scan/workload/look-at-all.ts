import type { PatchedWorkload, PatchFile } from '../../contract/patches';
import { errorText } from '../../lib/report/errors';
import { fewAtATime } from '../../lib/time/few-at-a-time';
import { Slices } from '../../lib/time/slices';
import { countOf } from '../../words/counts';
import { compareTexts } from '../../words/natural-order';
import type { ScanTarget } from '../cluster/targets';
import { byWhatMatters } from '../core/findings';
import type { ScanOptions } from '../options';
import type { Replayer } from '../replays/replayer';
import { type Replayed, type ScannedWorkload, type ScanReport, titleOfScanned } from '../report';
import { type Looked, type LookParts, lookAt } from './look';

/** Workloads that a note names. */
const MOST_NAMED = 3;

interface AllLooked {
  /** By what matters. */
  readonly workloads: ScannedWorkload[];
  readonly patched: PatchedWorkload[];
  readonly files: PatchFile[];
  /** Workloads that could not be judged. */
  readonly leftOut: ScanReport['leftOut'];
  readonly notes: string[];
  readonly replays?: ScanReport['replays'];
}

/**
 * Looks at all workloads, then lives through the period of the worst of them under a VPA; one that cannot be judged costs
 * itself, and one that cannot be replayed its replay. Ends early when `stopping` aborts.
 */
export async function lookAtAll(
  parts: LookParts,
  targets: readonly ScanTarget[],
  { progress, stopping }: Pick<ScanOptions, 'progress' | 'stopping'>,
): Promise<AllLooked> {
  const looks: (Looked | { why: string } | undefined)[] = targets.map(() => undefined);
  const wasStopped = stopping.aborted;
  const slices = new Slices();
  progress.begins('Recommendations');
  let done = 0;
  await fewAtATime(
    [...targets.entries()],
    async ([index, target]) => {
      looks[index] = await lookAt(parts, target).catch((error: unknown) => ({ why: errorText(error) }));
      progress.reached(++done, targets.length);
      const pause = slices.breathe();
      if (pause) await pause;
    },
    { atOnce: 1, goesOn: () => wasStopped || !stopping.aborted },
  );
  const all = inOneList(targets, looks);
  if (done < targets.length)
    all.notes.push(`Stopped before ${countOf(targets.length - done, 'workload')} were looked at.`);
  progress.ended(countOf(all.workloads.length, 'workload'));
  const { replayer, mostReplays } = parts;
  return replayer ? replayed(all, looks, { replayer, mostReplays, progress, stopping }) : all;
}

interface Replaying extends Pick<ScanOptions, 'progress' | 'stopping'> {
  readonly replayer: Replayer;
  readonly mostReplays: number;
}

/** With what a VPA would have done to the worst of those that can be replayed, in the same order. */
async function replayed(
  { workloads, ...all }: AllLooked,
  looks: readonly (Looked | { why: string } | undefined)[],
  { replayer, mostReplays, progress, stopping }: Replaying,
): Promise<AllLooked> {
  const tasks = new Map(
    looks.flatMap((look) => (look && 'workload' in look ? [[look.workload, look.taskAgain]] : [])),
  );
  const able = workloads.filter((one) => tasks.get(one) !== undefined);
  const worst = able.slice(0, mostReplays);
  const costs = new Map<ScannedWorkload, Replayed>();
  const failures = new Map<string, ScannedWorkload[]>();
  progress.begins(worst.length < able.length ? 'Replays of the worst' : 'Replays of the period');
  let done = 0;
  await fewAtATime(
    worst,
    async (workload) => {
      try {
        stopping.throwIfAborted();
        const task = await tasks.get(workload)?.();
        const found = task && (await replayer.replayed(task));
        if (found) costs.set(workload, found);
      } catch (error) {
        const why = stopping.aborted ? 'the scan was stopped' : errorText(error);
        failures.set(why, [...(failures.get(why) ?? []), workload]);
      }
      progress.reached(++done, worst.length);
    },
    { atOnce: replayer.atOnce },
  );
  progress.ended(countOf(costs.size, 'workload'));
  const notes = [...failures].map(
    ([why, those]) => `Not replayed: ${named(those.map(titleOfScanned).sort())}: ${why}.`,
  );
  if (worst.length < able.length)
    notes.push(
      `The ${worst.length.toLocaleString('en-US')} worst of ${able.length.toLocaleString('en-US')} workloads were replayed under a VPA; of the others, the time short is that of today's amounts. --replay all replays all.`,
    );
  return {
    ...all,
    workloads: workloads.map((one) => {
      const replayed = costs.get(one);
      return replayed ? { ...one, replayed } : one;
    }),
    notes: [...all.notes, ...notes],
    replays: { replayed: costs.size, of: able.length },
  };
}

/** By namespace, kind and name. */
export function inOrder(targets: readonly ScanTarget[]): ScanTarget[] {
  return [...targets].sort((a, b) => compareTexts(titleOfScanned(a.ref), titleOfScanned(b.ref)));
}

function inOneList(
  targets: readonly ScanTarget[],
  looks: readonly (Looked | { why: string } | undefined)[],
): AllLooked {
  const all = {
    workloads: [] as ScannedWorkload[],
    patched: [] as PatchedWorkload[],
    files: [] as PatchFile[],
    leftOut: [] as ScanReport['leftOut'],
    notes: [] as string[],
  };
  for (const [index, { ref }] of targets.entries()) {
    const look = looks[index];
    if (!look) continue;
    if ('why' in look) {
      const { namespace, kind, name } = ref;
      all.leftOut.push({ namespace, kind, name, why: look.why });
      continue;
    }
    all.workloads.push(look.workload);
    if (!look.patch) continue;
    all.patched.push(look.patch.workload);
    all.files.push(look.patch.file);
  }
  return { ...all, workloads: byWhatMatters(all.workloads) };
}

function named(titles: readonly string[]): string {
  const more = titles.length - MOST_NAMED;
  return `${titles.slice(0, MOST_NAMED).join(', ')}${more > 0 ? `, and ${more.toLocaleString('en-US')} more` : ''}`;
}
