import * as z from 'zod';

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
