import type { AmountRange, OwnLimit } from '../../model/own-limit';
import type { Amounts, RequestedResource } from '../../objects/units';

/** The recommendation for one container. Absent resources are not controlled. */
export interface ContainerRecommendation {
  readonly target: Amounts;
  readonly lowerBound: Amounts;
  readonly upperBound: Amounts;
  /** The target before policy and node caps. */
  readonly uncappedTarget?: Amounts;
  /** The memory limit of a container that states none, so that its neighbours are safe; in bytes. */
  readonly memoryLimit?: number;
  /** A memory limit that is estimated apart from the request; absent if the limit keeps its proportion. */
  readonly ownLimit?: OwnLimit;
  /** What the limit of a resource becomes whose request stays as the pod states it; millicores or bytes. */
  readonly limitOnly?: Readonly<Partial<Record<RequestedResource, AmountRange>>>;
  /** The most CPU that it was seen to use, in millicores; absent unless that is more than is recommended. */
  readonly seenCpu?: number;
  /** The most CPU while a change that gave more is held back, in millicores; what was seen lifts no target above it. */
  readonly heldCpu?: number;
}

/** Recommendations by container name. */
export type Recommendation = ReadonlyMap<string, ContainerRecommendation>;
