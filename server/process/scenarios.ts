import { z } from 'zod';
import type { Config } from '../config';

/** One world of the embedded cluster's catalogue. */
export interface ScenarioEntry {
  /** As it is named on the command line. */
  name: string;
  title: string;
  /** One sentence about what the cluster starts with. */
  summary: string;
  /** One sentence about what there is to see and learn. */
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

/** The catalogue and the switch of a process that runs the embedded cluster; it outlives every runtime. */
export interface ScenariosHandle {
  /** Says who may switch, also while no runtime does. */
  readonly config: Config;
  view(): ScenariosView;
  /**
   * Ends the running cluster with all that was learned in it and starts another; resolves once pages can be
   * served again. The seed stays as it is unless one is given.
   * @throws AppError `invalid` for an unknown name, `conflict` during another switch, `not-ready` when the
   * process is ending, `cluster-error` when the new cluster does not start
   */
  run(choice: ScenarioChoice, who: string): Promise<ScenariosView>;
}
