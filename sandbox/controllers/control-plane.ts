import type { Registry } from '@/sandbox/api/registry';
import type { EventWriter } from '@/sandbox/controllers/event-writer';
import type { Logger } from '@/server/lib/report/log';
import type { Clock } from '@/server/lib/time/clock';

/** What every controller, the scheduler and the kubelets get. */
export interface ControlPlane {
  readonly registry: Registry;
  /** The cluster clock: dates every object and drives every timer. */
  readonly clock: Clock;
  readonly log: Logger;
  readonly events: EventWriter;
  /** Seed of all randomness in the simulated cluster. */
  readonly seed: number;
}

/** A running part of the control plane. */
export interface Running {
  stop(): void;
  /** Whether no work is waiting; work planned for later does not count. */
  idle(): boolean;
}
