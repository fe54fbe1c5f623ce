import type { MutationRecorder } from '@/server/admission/serving/like-mutations';
import type { MutationRecord } from '@/server/decide/new/mutation';

/** What an admission records, newest first: the first of mutations that are alike at once, counts of the rest later. */
export class RecordedMutations implements MutationRecorder {
  private readonly kept: MutationRecord[] = [];

  readonly record: MutationRecorder['record'] = (...mutations) => {
    this.kept.unshift(...mutations);
  };

  readonly begin: MutationRecorder['begin'] = () => this.record;

  readonly list = (): readonly MutationRecord[] => this.kept;
}
