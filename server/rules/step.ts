import type { JsonObject } from '../objects/json-object';
import type { VerticalPodAutoscaler } from '../objects/vpa-types';

/** Why a VPA of a policy is deleted. */
export type RemovalCause =
  | 'workload-gone'
  | 'no-policy'
  | 'opted-out'
  | 'not-topmost'
  | 'has-own-vpa'
  | 'second'
  | 'policy-deleted';

/** One thing to do to one VPA for a policy. */
export type RuleStep =
  | {
      readonly kind: 'create';
      readonly policy: string;
      readonly key: string;
      readonly vpa: VerticalPodAutoscaler;
    }
  | {
      readonly kind: 'patch';
      readonly policy: string;
      readonly key: string;
      readonly vpa: VerticalPodAutoscaler;
      readonly patch: JsonObject;
    }
  | {
      readonly kind: 'release';
      readonly policy: string;
      readonly key: string;
      readonly vpa: VerticalPodAutoscaler;
      readonly patch: JsonObject;
    }
  | {
      readonly kind: 'remove';
      readonly policy: string;
      readonly key: string;
      readonly vpa: VerticalPodAutoscaler;
      readonly why: RemovalCause;
    };
