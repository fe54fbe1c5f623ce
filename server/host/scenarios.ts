import type { Config } from '../config';
import type { ScenarioChoice, ScenariosView } from '../contract/scenarios';

/** The catalogue and the switch of a process with the embedded cluster; it outlives every runtime. */
export interface ScenariosHandle {
  /** Who may switch, even while no runtime runs. */
  readonly config: Config;
  view(): ScenariosView;
  /**
   * Ends the running cluster with everything learned in it and starts another; resolves once pages can be
   * served again. The seed stays the same unless one is given.
   * @throws AppError `invalid` for an unknown name, `conflict` during another switch, `not-ready` if the
   * process is ending, `cluster-error` if the new cluster does not start
   */
  run(choice: ScenarioChoice, who: string): Promise<ScenariosView>;
}
