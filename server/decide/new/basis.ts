import type { Pod } from '../../objects/types';
import type { CompiledVpa } from '../pods/compiled-vpa';
import type { NamespaceLimits } from '../pods/limit-bounds';
import type { BeyondQuota } from '../pods/quota-left';
import type { Recommendation } from '../pods/recommendation';

/** What the amounts of a new pod are decided by, and what a quota has no room for. */
export interface Basis {
  readonly pod: Pod;
  /** The VPA that controls it. */
  readonly vpa: CompiledVpa;
  /** As recommended. */
  readonly wanted: Recommendation | undefined;
  /** As far as it needs no approval or has one. */
  readonly approved: Recommendation | undefined;
  /** With what HPAs leave of it; the one that is applied. */
  readonly recommendation: Recommendation | undefined;
  readonly limits: NamespaceLimits;
  readonly beyond: BeyondQuota;
}
