/** Three amounts of one resource: what is wanted, and how far from it what is stated may be. */
export interface AmountRange {
  readonly lowerBound: number;
  readonly target: number;
  readonly upperBound: number;
}

/**
 * A memory limit that is estimated apart from the request, in bytes: the request is what the node keeps free, the limit
 * what the container may reach.
 */
export interface OwnLimit extends AmountRange {
  /** What request and limit are together where they have to be the same, as in a Guaranteed pod. */
  readonly asOne: AmountRange;
  /**
   * Of what was killed again after a raise, the limit it was first killed at: above that the limit rises no further than
   * the request, or what it may use adds up to more than its node has. Absent of anything else.
   */
  readonly firstKilledAt?: number;
  /**
   * Of what so far only rises: a limit that is stated stays until as much is requested, and one that is not stated is not
   * set. Absent of anything else.
   */
  readonly keepsStated?: true;
}
