import type { ContainerAggregate } from '../../../model/aggregate';
import { SIGNALS } from '../../../model/signals';
import { AMOUNT_PER_UNIT, wholeAmount } from '../amounts';
import { histogramsOf } from './learned-histograms';

/** A value counts until a sample of it has halved so often. */
const HALVINGS = 8;

/**
 * The most CPU that a container was seen to use, in millicores: the end of the highest bucket with a sample that is no
 * older than eight half-lives; undefined without any.
 */
export function highestCpu({ learned, lastSampleMs }: ContainerAggregate): number | undefined {
  const { cpu } = histogramsOf(learned);
  if (cpu.isEmpty || lastSampleMs === undefined) return undefined;
  const faded = 2 ** ((lastSampleMs - cpu.referenceMs) / cpu.halfLifeMs - HALVINGS);
  const least = SIGNALS.cpu.sampleWeight * faded;
  for (let bucket = cpu.lastBucket; bucket >= cpu.firstBucket; bucket--) {
    if (cpu.weightOf(bucket) < least) continue;
    const isLast = bucket === cpu.buckets.count - 1;
    const cores = isLast ? cpu.highestBeyond : cpu.buckets.endOf(bucket);
    return wholeAmount(cores * AMOUNT_PER_UNIT.cpu);
  }
  return undefined;
}
