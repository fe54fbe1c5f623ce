import type { Gain } from '../../contract/inbox';
import type { WorkloadSummary } from '../../contract/recommendations';
import type { Cost } from '../../decide/pods/money/cost';
import type { NeedCode } from '../../words/needs';
import { shortageOf } from '../workloads/danger';
import { inCores } from '../workloads/in-cores';
import { wasteOf } from '../workloads/totals';

/** What it frees to give a workload what is recommended, or what it takes: in millicores and bytes over all its pods. */
export function gainOf(summary: WorkloadSummary, code: NeedCode, cost: Cost | undefined): Gain {
  return code === 'requests-too-much'
    ? { kind: 'frees', ...wasteOf(summary, cost) }
    : { kind: 'costs', ...shortageOf(summary, cost) };
}

/** In cores, to sort by; 0 if it is not known. */
export function sizeOfGain(gain: Gain | undefined): number {
  return gain ? inCores(gain) : 0;
}

/** Of several; what frees and what costs is not netted, so that they must be of one kind. */
export function gainOfAll(gains: readonly Gain[]): Gain | undefined {
  const [first] = gains;
  if (!first) return undefined;
  const sum = (resource: 'cpu' | 'memory') => gains.reduce((total, one) => total + one[resource], 0);
  return { kind: first.kind, cpu: sum('cpu'), memory: sum('memory') };
}
