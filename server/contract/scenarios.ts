import { z } from 'zod';
import type { Config } from '../config';

/** One scenario in the embedded cluster's catalogue. */
export interface ScenarioEntry {
  /** Its name on the command line. */
  name: string;
  title: string;
  /** One sentence about what the cluster starts with. */
  summary: string;
  /** One sentence about what it shows. */
  lesson: string;
}

export type SwitchState =
  | { kind: 'running' }
  | { kind: 'switching'; to: string; step: 'stopping' | 'starting' }
  /** Nothing runs: the former cluster is gone and the wanted one did not start. */
  | { kind: 'failed'; to: string; message: string };

/** GET /api/scenarios */
export interface ScenariosView {
  /** The scenario that runs, or ran last. */
  current: string;
  seed: number;
  /** How many times faster than real time the cluster clock runs. */
  speed: number;
  state: SwitchState;
  scenarios: ScenarioEntry[];
}

export const scenarioChoiceSchema = z.strictObject({
  name: z.string().min(1),
  seed: z.int().optional(),
});

export type ScenarioChoice = z.infer<typeof scenarioChoiceSchema>;

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
