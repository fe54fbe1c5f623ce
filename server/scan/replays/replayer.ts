import type { Config } from '../../config';
import type { Replayed } from '../report';
import { type ReplayTask, replayedCosts } from './costs';

export interface Replayer {
  /** So many tasks keep it busy. */
  readonly atOnce: number;
  /**
   * Undefined if the policy cannot be tried.
   * @throws WorkerLost, TaskFault: this one cannot be had; why the scan was stopped
   */
  replayed(task: ReplayTask): Promise<Replayed | undefined>;
}

/** Replays in this thread, one after the other, under these settings. */
export function replayerHere(config: Config): Replayer {
  return {
    atOnce: 1,
    replayed: async (task) => replayedCosts(task, config),
  };
}
