import { ADMISSION_READS } from '../admission/settings';
import type { OpenTrials, Trials } from '../admission/trials';
import { type Config, sliceOf } from '../config';
import type { ProblemReporter } from '../kube/problems';
import type { Recommendations } from '../kube/role';
import type { ClusterContext } from '../kube/role-context';

interface Ports {
  recommendations(): Recommendations | undefined;
  isStopped(namespace: string, vpa: string): boolean;
}

/** Whoever admits reports what is wrong with objects. */
const UNTOLD: ProblemReporter = {
  report: () => undefined,
  clear: () => undefined,
  clearExcept: () => undefined,
  list: () => [],
};

/** Trials of a process that does not admit. Opened when first asked for, since they watch what it else may not. */
export class TrialsElsewhere {
  private opened: Promise<OpenTrials> | undefined;

  constructor(
    private readonly config: Config,
    private readonly ports: Ports,
  ) {}

  open(cluster: ClusterContext): Promise<Trials> {
    this.opened ??= this.openOn(cluster);
    return this.opened;
  }

  /** What is still being opened closes by itself: a stop waits for no cluster. */
  close(): void {
    this.opened?.then(
      (trials) => trials.close(),
      () => undefined,
    );
  }

  private async openOn(cluster: ClusterContext) {
    const { openTrials } = await import('../admission/trials');
    const context = { ...cluster, problems: UNTOLD, config: sliceOf(this.config, ADMISSION_READS) };
    return openTrials(context, this.ports);
  }
}
