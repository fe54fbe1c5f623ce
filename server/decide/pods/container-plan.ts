import type { Amounts } from '../../objects/units';
import type { CapNote } from './cap-reasons';

/** What one container of a pod should state. Absent resources stay as they are. */
export interface ContainerPlan {
  readonly index: number;
  readonly name: string;
  readonly requests: Amounts;
  readonly limits: Amounts;
  readonly notes: readonly CapNote[];
  /** Whether its CPU is raised for the startup. */
  readonly boosted: boolean;
}
