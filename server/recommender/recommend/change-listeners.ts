import type { Logger } from '@/server/log';
import type { ProblemReporter } from '@/server/problems';
import type { RecommendationChange } from '../handle';

type Listener = (change: RecommendationChange) => void;

/** The listeners to changed recommendations. An error of one is its own problem, not the VPA's. */
export class ChangeListeners {
  private readonly listeners = new Set<Listener>();

  constructor(
    private readonly problems: Pick<ProblemReporter, 'report'>,
    private readonly log: Logger,
  ) {}

  /** @returns a function that ends the subscription */
  add(listener: Listener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Calls every listener. Never throws. */
  changed(change: RecommendationChange): void {
    for (const listener of this.listeners) {
      try {
        listener(change);
      } catch (error) {
        this.log.error({ err: error }, 'A listener failed on a changed recommendation');
        const message = error instanceof Error ? error.message : String(error);
        this.problems.report('unforeseen-error', 'a listener for changed recommendations', message);
      }
    }
  }
}
