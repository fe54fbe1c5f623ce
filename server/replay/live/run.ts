import type { Price } from '@/server/config/price-table';
import type { Figures } from '../../contract/figures';
import { figuresOf } from '../engine/figures';
import { type Onlooker, replay } from '../engine/replay';
import { ReplayTally } from '../engine/tally';
import type { ReplayOptions, ReplayWorkload } from '../engine/workload';
import { deciderFor, type Policy } from './decider';

/** One policy to try. */
export interface Variant {
  readonly name: string;
  readonly policy: Policy;
  readonly options: ReplayOptions;
}

/** The figures of a workload under a variant. @throws PolicyFault */
export function figuresUnder(
  { policy, options }: Variant,
  workload: ReplayWorkload,
  price?: Price,
  onlooker: Onlooker = {},
): Figures {
  const tally = new ReplayTally(workload, options);
  replay({
    ...onlooker,
    workload,
    options,
    recommendEveryMs: policy.config.recommenderIntervalMs,
    planEveryMs: policy.config.updaterIntervalMs,
    decider: deciderFor(workload, policy),
    tally,
  });
  return figuresOf(tally.end(), price);
}
