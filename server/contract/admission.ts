import type { MutationChange } from '../decide/new/mutation';
import type { ReviewOutcome } from '../decide/new/outcomes';
import type { RecommendationOrigin } from '../decide/new/sourced-recommendation';
import type { LeftReason } from '../words/admission';

export type { MutationChange, RecommendationOrigin, ReviewOutcome };

/** One amount that the patch sets, and what kept it from what the usage needs, a clause each. */
export type TriedChange = Omit<MutationChange, 'cappedBy'> & { caps: string[] };

export interface TrialView {
  namespace: string;
  /** The workload whose template the pod is from; absent for a manifest of a pod. */
  workload?: { kind: string; name: string };
  outcome: ReviewOutcome;
  sentence: string;
  /** More about it: a fault, what was withheld. */
  detail?: string;
  /** The VPA that controls it. */
  vpa?: { name: string; mode: string };
  origin?: RecommendationOrigin;
  /** Weaker VPAs of the same workload. */
  overruled: string[];
  changes: TriedChange[];
  /** `room`: what leaves none, as a clause. */
  left: {
    container: string;
    resource: 'cpu' | 'memory';
    reason: LeftReason;
    autoscaler?: string;
    room?: string;
  }[];
  /** The pod's annotations and resources as YAML: pasted, with the API server's defaults, and patched. */
  before: string;
  after: string;
  /** Whether the API server adds defaults before admission. */
  hasDefaults: boolean;
  /** JSON patch. */
  patch: readonly { op: string; path: string; value?: unknown }[];
}

export type HealthCheckName =
  | 'registered'
  | 'knows-vpas'
  | 'answers-through-tls'
  | 'answers-in-time'
  | 'pods-come-patched';

export interface Fault {
  check: HealthCheckName;
  detail: string;
}

export type AdmissionHealth =
  | { kind: 'starting' }
  /** The cluster knows no VPAs: there is nothing to patch pods by, and no lease to renew for it. */
  | { kind: 'no-vpas'; sinceMs: number }
  | { kind: 'healthy'; sinceMs: number }
  | { kind: 'unhealthy'; sinceMs: number; faults: Fault[] };
