import type { Clock } from '../../clock';
import { type LoopListener, type Repeating, repeat } from '../../repeat';
import type { LikeMutation, MutationRecord } from '../review/mutation';

/** What is recorded: one mutation, or as many that were alike. */
export interface CountedMutation extends MutationRecord {
  /** How many pods it stands for. Its time is that of the last. */
  readonly count: number;
}

/** Where mutations are recorded; must neither wait nor throw. */
export interface MutationRecorder {
  record(...mutations: readonly CountedMutation[]): void;
  /** Announces records; the returned function makes them. If the process ends in between, a gap covers them. */
  begin(): (...mutations: readonly CountedMutation[]) => void;
}

/** How long mutations are counted before they are recorded, by the cluster clock. */
const COUNTED_MS = 60_000;
/** Beyond this many unlike ones in that time, the oldest are alike to nothing any more. */
const MOST_UNLIKE = 1_000;

interface Kept {
  /** The first of them, which is recorded already. */
  readonly first: MutationRecord;
  /** How many came since, and when the last did. */
  more: number;
  lastMs: number;
}

/**
 * Records mutations at a bounded cost: the first of those that are alike at once, the rest of them once a minute in
 * one record with their count.
 */
export class LikeMutations {
  /** By subject, then by patch. */
  private readonly kept = new Map<string, Map<string, Kept>>();
  private unlike = 0;
  private readonly loop: Repeating;
  private settle: ReturnType<MutationRecorder['begin']> | undefined;

  constructor(
    private readonly recorder: MutationRecorder,
    private readonly clock: Clock,
    loops: LoopListener,
  ) {
    this.loop = repeat({
      name: 'admissions-counted',
      everyMs: COUNTED_MS,
      waitsFirst: true,
      run: () => this.recordCounts(),
      clock,
      loops,
    });
  }

  /** Counts one. Alike are those of one subject that get the same patch; only of the first a record is made. */
  add({ subject: subjectOf, patch, record }: LikeMutation): void {
    const subject = subjectOf();
    const ofSubject = this.kept.get(subject);
    const alike = ofSubject?.get(patch);
    if (alike) {
      alike.more++;
      alike.lastMs = this.clock.now();
      this.settle ??= this.recorder.begin();
      return;
    }
    const first = record();
    this.recorder.record({ ...first, count: 1 });
    const kept = { first, more: 0, lastMs: first.atMs };
    if (ofSubject) ofSubject.set(patch, kept);
    else this.kept.set(subject, new Map([[patch, kept]]));
    this.unlike++;
    if (this.unlike > MOST_UNLIKE) this.letGoOfOldest();
  }

  /** Records what is counted, then ends. */
  async stop(): Promise<void> {
    await this.loop.stop();
    this.recordCounts();
  }

  /** What nothing was like since the last time is forgotten. */
  private recordCounts(): 'done' {
    const counted: Kept[] = [];
    for (const [subject, ofSubject] of this.kept)
      for (const [patch, kept] of ofSubject) {
        if (kept.more > 0) counted.push(kept);
        else this.forget(subject, patch);
      }
    this.settle?.(...counted.map(recordOf));
    this.settle = undefined;
    for (const one of counted) one.more = 0;
    return 'done';
  }

  private letGoOfOldest(): void {
    for (const [subject, ofSubject] of this.kept)
      for (const [patch, oldest] of ofSubject) {
        this.forget(subject, patch);
        if (oldest.more > 0) this.recorder.record(recordOf(oldest));
        return;
      }
  }

  private forget(subject: string, patch: string): void {
    const ofSubject = this.kept.get(subject);
    if (ofSubject?.delete(patch)) this.unlike--;
    if (ofSubject?.size === 0) this.kept.delete(subject);
  }
}

function recordOf({ first, more, lastMs }: Kept): CountedMutation {
  return { ...first, atMs: lastMs, count: more };
}
