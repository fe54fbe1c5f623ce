import { type Amounts, REQUESTED_RESOURCES, type RequestedResource } from '../../objects/units';
import type { CapReason } from '../pods/cap-reasons';
import type { ContainerAmounts } from '../pods/proportions';
import type { PodDecision } from './decide';
import type { LeftAsStated } from './left-as-stated';
import type { RecommendationOrigin } from './sourced-recommendation';

/** One amount of one container that a patch set. */
export interface MutationChange {
  container: string;
  resource: RequestedResource;
  field: 'request' | 'limit';
  /** Millicores or bytes; absent if the container stated none. */
  from?: number;
  to: number;
  /** Why it differs from the recommendation. */
  cappedBy: CapReason[];
  boosted: boolean;
}

/** What tells whether two mutations are alike. */
export interface Likeness {
  readonly namespace: string;
  /** Its name, or its generateName. */
  readonly pod: string;
  readonly vpa: string;
  readonly origin: RecommendationOrigin;
  readonly stated: readonly ContainerAmounts[];
  /** What it gets, as JSON. */
  readonly patch: string;
}

/** A mutation that may be like others. */
export interface LikeMutation extends Likeness {
  record(): MutationRecord;
}

/** Whether pods by one name with one VPA stated the same and got the same. */
export function areAlike(one: Likeness, other: Likeness): boolean {
  return (
    one.pod === other.pod &&
    one.namespace === other.namespace &&
    one.vpa === other.vpa &&
    one.origin === other.origin &&
    one.patch === other.patch &&
    one.stated.length === other.stated.length &&
    one.stated.every((amounts, index) => stateTheSame(amounts, other.stated[index]))
  );
}

function stateTheSame(one: ContainerAmounts, other: ContainerAmounts | undefined): boolean {
  return (
    one.name === other?.name &&
    REQUESTED_RESOURCES.every(
      (resource) =>
        one.requests[resource] === other.requests[resource] &&
        one.limits[resource] === other.limits[resource],
    )
  );
}

export interface MutationRecord {
  /** Time of the cluster clock. */
  atMs: number;
  namespace: string;
  /** Its name, or its generateName if the API server has not named it yet. */
  pod: string;
  vpa: string;
  origin: RecommendationOrigin;
  dryRun: boolean;
  changes: MutationChange[];
  left: LeftAsStated[];
  /** Weaker VPAs of the same workload, which have no effect. */
  overruled: string[];
}

type PlannedPod = Pick<Extract<PodDecision, { kind: 'patched' }>, 'plans' | 'stated'>;

/** The changes in a decision, per container. */
export function changesOf({ plans, stated: before }: PlannedPod): MutationChange[] {
  return plans.flatMap((plan) => {
    const stated = before[plan.index];
    const listed = (field: 'request' | 'limit', before: Amounts | undefined, after: Amounts) =>
      REQUESTED_RESOURCES.flatMap((resource): MutationChange[] => {
        const to = after[resource];
        if (to === undefined) return [];
        const cappedBy = plan.notes.filter((note) => note.resource === resource).map((note) => note.reason);
        const from = before?.[resource];
        const boosted = plan.boosted && resource === 'cpu';
        return [
          {
            container: plan.name,
            resource,
            field,
            ...(from === undefined ? {} : { from }),
            to,
            cappedBy,
            boosted,
          },
        ];
      });
    return [
      ...listed('request', stated?.requests, plan.requests),
      ...listed('limit', stated?.limits, plan.limits),
    ];
  });
}
