import { areAlike, type LikeMutation, type Likeness, type MutationRecord } from '../../decide/new/mutation';
import type { Clock } from '../../lib/time/clock';
import { type LoopListener, type Repeating, repeat } from '../../lib/time/repeat';

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
  /** Without the pod that came. */
  readonly likeness: Likeness;
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
  /** By the pod's namespace and name: that is short, and hashed in no time; what it gets is not. */
  private readonly kept = new Map<string, Kept[]>();
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

  /** Counts one; only of the first of those that are alike a record is made. */
  add(like: LikeMutation): void {
    const name = `${like.namespace}/${like.pod}`;
    const byName = this.kept.get(name);
    const alike = byName?.find((kept) => areAlike(kept.likeness, like));
    if (alike) {
      alike.more++;
      alike.lastMs = this.clock.now();
      this.settle ??= this.recorder.begin();
      return;
    }
    const first = like.record();
    this.recorder.record({ ...first, count: 1 });
    const { namespace, pod, vpa, origin, stated, patch } = like;
    const likeness = { namespace, pod, vpa, origin, stated, patch };
    const kept = { likeness, first, more: 0, lastMs: first.atMs };
    if (byName) byName.push(kept);
    else this.kept.set(name, [kept]);
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
    const counted: CountedMutation[] = [];
    for (const [name, byName] of this.kept) {
      const again = byName.filter(({ more }) => more > 0);
      this.unlike -= byName.length - again.length;
      if (again.length > 0) this.kept.set(name, again);
      else this.kept.delete(name);
      for (const kept of again) {
        counted.push(recordOf(kept));
        kept.more = 0;
      }
    }
    this.settle?.(...counted);
    this.settle = undefined;
    return 'done';
  }

  private letGoOfOldest(): void {
    for (const [name, byName] of this.kept) {
      const oldest = byName.shift();
      if (byName.length === 0) this.kept.delete(name);
      if (!oldest) continue;
      this.unlike--;
      if (oldest.more > 0) this.recorder.record(recordOf(oldest));
      return;
    }
  }
}

function recordOf({ first, more, lastMs }: Kept): CountedMutation {
  return { ...first, atMs: lastMs, count: more };
}
