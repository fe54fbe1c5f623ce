import type { ProblemReporter } from '../../kube/problems';
import type { Clock } from '../../lib/time/clock';

const MOST = 100;
/** After this long without another such pod, nobody creates it any more. */
const FORGOTTEN_AFTER_MS = 30 * 60_000;

/** The pods that could not be reviewed, as problems, until one of the same name can be. Bounded. */
export class UnusablePods {
  /** When each was last seen, oldest first. */
  private readonly seenMs = new Map<string, number>();

  constructor(
    private readonly wallClock: Clock,
    private readonly problems: ProblemReporter,
  ) {}

  /** `about`: such as `Pod shop/web-`. */
  report(about: string, detail: string): void {
    this.seenMs.delete(about);
    this.seenMs.set(about, this.wallClock.steady());
    this.problems.report('object-unusable', about, detail);
    for (const [oldest] of this.seenMs) if (this.seenMs.size > MOST) this.drop(oldest);
  }

  /** A pod was reviewed; `about` is only called while there are problems. */
  reviewed(about: () => string): void {
    if (this.seenMs.size > 0) this.drop(about());
  }

  forgetOld(): void {
    const oldest = this.wallClock.steady() - FORGOTTEN_AFTER_MS;
    for (const [about, seenMs] of this.seenMs) if (seenMs < oldest) this.drop(about);
  }

  private drop(about: string): void {
    if (this.seenMs.delete(about)) this.problems.clear('object-unusable', about);
  }
}
