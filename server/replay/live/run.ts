import type { Price } from '@/server/model/price-table';
import type { Figures } from '../../contract/figures';
import type { Decider } from '../engine/decider';
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

/** Leaves pods as their template makes them. */
const NOBODY_DECIDES: Decider = {
  setPods: () => undefined,
  cpuUsed: () => undefined,
  memoryUsed: () => undefined,
  oomKilled: () => undefined,
  crashed: () => undefined,
  recommend: () => undefined,
  plan: () => [],
  admit: (pod) => pod,
  evicted: () => undefined,
};

/** The figures of a workload that nobody changes: those under a VPA in mode `Off`, without learning anything. */
export function figuresLeftAlone(
  options: ReplayOptions,
  workload: ReplayWorkload,
  onlooker: Onlooker = {},
): Figures {
  const tally = new ReplayTally(workload, options);
  const everyMs = workload.stepMs;
  replay({
    ...onlooker,
    workload,
    options,
    recommendEveryMs: everyMs,
    planEveryMs: everyMs,
    decider: NOBODY_DECIDES,
    tally,
  });
  return figuresOf(tally.end());
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
