import { isKubeError, type KubeClient } from '@/server/kube/client';
import type { ProblemReporter } from '@/server/kube/problems';
import { patchStatus } from '@/server/kube/vpa-status';
import { errorText } from '@/server/lib/report/errors';
import type { Logger } from '@/server/lib/report/log';
import type { Clock } from '@/server/lib/time/clock';
import { fewAtATime } from '@/server/lib/time/few-at-a-time';
import type { VerticalPodAutoscaler, VpaStatus } from '@/server/objects/vpa-types';
import { aboutVpa } from '@/server/words/object-fault';

/** Fewer at a time than there are connections, so that an eviction never waits behind a thousand statuses. */
const WRITES_AT_ONCE = 12;

/** A status that differs from the one in the cluster. */
export interface PendingStatus {
  vpa: VerticalPodAutoscaler;
  /** Larger for what is written first. */
  rank: number;
  /** Whether a later one took its place meanwhile. */
  isOutdated(): boolean;
  /** The new status, given the current one. */
  statusOver(former: VpaStatus | undefined): VpaStatus;
  /** Called with the object as the API server now has it. */
  written(vpa: VerticalPodAutoscaler): void;
}

type WriteOutcome = 'written' | 'vanished' | 'later' | 'refused' | 'cluster-away';

/** Writes statuses through the status subresource. A refused one is left to the next pass. */
export class StatusWriter {
  constructor(
    private readonly client: Pick<KubeClient, 'request'>,
    private readonly wallClock: Clock,
    private readonly problems: ProblemReporter,
    private readonly log: Logger,
    /** Asked before each write: whether this process is the one that writes. */
    private readonly mayWrite: () => boolean = () => true,
  ) {}

  /**
   * Writes `pending`, by rank and then in order, until done, until `deadlineMs` of the wall clock or until `stopping` aborts;
   * the rest follows with the next pass, as does everything once the cluster does not answer.
   * @returns how many were written
   */
  async write(
    pending: readonly PendingStatus[],
    deadlineMs: number,
    stopping?: AbortSignal,
  ): Promise<number> {
    let written = 0;
    let isOver = false;
    const write = async (one: PendingStatus): Promise<void> => {
      if (one.isOutdated()) return;
      const outcome = await this.writeOne(one);
      if (outcome === 'written') written++;
      isOver ||=
        outcome === 'cluster-away' || stopping?.aborted === true || this.wallClock.steady() >= deadlineMs;
    };
    const byRank = [...pending].sort((a, b) => b.rank - a.rank);
    await fewAtATime(byRank, write, { atOnce: WRITES_AT_ONCE, goesOn: () => !isOver && this.mayWrite() });
    return written;
  }

  private async writeOne({ vpa, statusOver, written }: PendingStatus): Promise<WriteOutcome> {
    const { namespace = '', name } = vpa.metadata;
    const about = aboutVpa({ namespace, name });
    try {
      const answer = await patchStatus(this.client, vpa, ({ status: former }) => {
        const { recommendation = null, conditions, observedGeneration } = statusOver(former);
        return { observedGeneration, recommendation, conditions };
      });
      if (answer) written(answer);
      this.problems.clear('status-not-written', about);
      return 'written';
    } catch (error) {
      if (!isKubeError(error)) {
        // The current object cannot be read, so no status can be made for it.
        this.problems.report('status-not-written', about, errorText(error));
        return 'refused';
      }
      switch (error.kind) {
        case 'not-found':
        case 'gone':
          this.log.debug({ about }, 'The VPA was deleted before its status was written');
          return 'vanished';
        case 'conflict':
        case 'too-many':
        case 'not-leading':
          return 'later';
        case 'unreachable':
        case 'timeout':
        case 'unauthorized':
          return 'cluster-away';
        case 'forbidden':
        case 'invalid':
        case 'server':
          this.problems.report('status-not-written', about, error.message);
          return 'refused';
      }
    }
  }
}
