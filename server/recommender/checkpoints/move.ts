import { isDeepStrictEqual } from 'node:util';
import type { ChosenEstimator } from '@/server/decide/estimators/estimator';
import { fewAtATime } from '@/server/lib/time/few-at-a-time';
import { CheckpointError, decodeCheckpoint } from './checkpoint-codec';
import { isSameCheckpoint, ownerOf } from './known-checkpoint';
import { type CheckpointPlace, type KeptCheckpoint, PlaceError, studyIn } from './place';

const AT_ONCE = 4;
/** After so many failures one after the other, the place is taken for away. */
const MOST_FAILURES = 10;

/** What became of one checkpoint. All but the first three stay where they are. */
export type MoveOutcome = 'moved' | 'there-already' | 'newer-there' | 'unreadable' | 'name-taken' | 'failed';

interface MoveParts {
  from: CheckpointPlace;
  to: CheckpointPlace;
  estimator: Pick<ChosenEstimator, 'load'>;
  /** Only decides and reports. */
  isDryRun: boolean;
  /** Whether one is removed from where it was, once what is in the other place was read back. */
  removesSource: boolean;
  /** Called for each; `detail` says why it stays. */
  done(kept: KeptCheckpoint, outcome: MoveOutcome, detail: string): void;
}

interface Verdict {
  outcome: MoveOutcome;
  detail: string;
}

/**
 * Copies checkpoints as they are from one place to the other and reads each back. May be ended at any time and
 * run again: it goes on with what is not there yet, and never replaces one that is newer or cannot be read.
 * @throws PlaceError if a place seems to be away
 */
export async function moveCheckpoints(all: readonly KeptCheckpoint[], parts: MoveParts): Promise<void> {
  let failures = 0;
  const move = async (kept: KeptCheckpoint): Promise<void> => {
    const { outcome, detail } = await moveOrFail(kept, parts);
    failures = outcome === 'failed' ? failures + 1 : 0;
    parts.done(kept, outcome, detail);
    if (failures >= MOST_FAILURES) throw new PlaceError(detail);
  };
  await fewAtATime(all, move, { atOnce: AT_ONCE });
}

async function moveOrFail(kept: KeptCheckpoint, parts: MoveParts): Promise<Verdict> {
  try {
    const verdict = await moveOne(kept, parts);
    const isThere = ['moved', 'there-already', 'newer-there'].includes(verdict.outcome);
    if (isThere && parts.removesSource && !parts.isDryRun) await parts.from.remove(kept);
    return verdict;
  } catch (error) {
    if (!(error instanceof PlaceError)) throw error;
    return { outcome: 'failed', detail: error.message };
  }
}

async function moveOne(kept: KeptCheckpoint, { to, estimator, isDryRun }: MoveParts): Promise<Verdict> {
  const fault = faultOf(kept, estimator);
  if (fault) return { outcome: 'unreadable', detail: fault };
  const { namespace = '' } = kept.metadata;
  const owner = ownerOf(kept.spec);
  const there = await to.get(namespace, owner);
  if (there) {
    const other = ownerOf(there.spec);
    if (!isSameCheckpoint(other, owner))
      return { outcome: 'name-taken', detail: `by container ${other.container} of VPA ${other.vpa}` };
    if (holds(there, kept)) return { outcome: 'there-already', detail: '' };
    const faultThere = faultOf(there, estimator);
    if (faultThere) return { outcome: 'unreadable', detail: `the one in the other place: ${faultThere}` };
    if (writtenMs(there) > writtenMs(kept)) return { outcome: 'newer-there', detail: '' };
  }
  if (isDryRun) return { outcome: 'moved', detail: '' };
  await to.put(kept);
  const read = await to.get(namespace, owner);
  if (read && holds(read, kept)) return { outcome: 'moved', detail: '' };
  return { outcome: 'failed', detail: 'what was read back differs from what was written' };
}

function holds(there: KeptCheckpoint, kept: KeptCheckpoint): boolean {
  const study = studyIn(kept);
  const hasStudy = study === undefined || study === studyIn(there);
  return hasStudy && isDeepStrictEqual(there.status, kept.status);
}

function faultOf({ status }: KeptCheckpoint, estimator: MoveParts['estimator']): string | undefined {
  try {
    decodeCheckpoint(status, estimator);
    return undefined;
  } catch (error) {
    if (error instanceof CheckpointError) return error.message;
    throw error;
  }
}

/** Unix ms; long ago if unknown. */
function writtenMs({ status }: KeptCheckpoint): number {
  return Date.parse(status?.lastUpdateTime ?? '') || 0;
}
