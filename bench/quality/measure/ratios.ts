import { drawsFrom } from '@/tests/support/draws-from';

/** One series: what one reserves as a share of what another does, and how much it weighs. */
export interface SeriesRatio {
  readonly ratio: number;
  /** In cores or GiB. */
  readonly weight: number;
  /** Series of one block resemble each other, as those of one customer do. */
  readonly block: string;
}

export interface RatioSummary {
  readonly series: number;
  /** The geometric mean. */
  readonly mean: number;
  /** The geometric mean by weight. */
  readonly weighted: number;
  /** The share of the series whose ratio is below 1. */
  readonly lower: number;
  /** In 95 % of the samples of blocks the geometric mean is between these. */
  readonly interval: readonly [number, number];
  /** The same of the one by weight; undefined without weights. */
  readonly weightedInterval: readonly [number, number] | undefined;
}

const RESAMPLES = 2000;
const OUTSIDE = 0.025;
/** Ratios so near are equal. */
const EPSILON = 1e-9;

/** Undefined without series. */
export function summaryOfRatios(ratios: readonly SeriesRatio[]): RatioSummary | undefined {
  if (ratios.length === 0) return undefined;
  const logs = ratios.map(({ ratio, ...one }) => ({ ...one, value: Math.log(ratio) }));
  const blocks = sumsByBlock(logs.map(({ value, block }) => ({ value, block, weight: 1 })));
  const weighted = sumsByBlock(logs.filter(({ weight }) => weight > 0));
  return {
    series: ratios.length,
    mean: Math.exp(meanOf(blocks)),
    weighted: Math.exp(meanOf(weighted)),
    lower: ratios.filter(({ ratio }) => ratio < 1 - EPSILON).length / ratios.length,
    interval: exponentials(intervalOf(blocks)),
    weightedInterval: weighted.length > 0 ? exponentials(intervalOf(weighted)) : undefined,
  };
}

function exponentials([low, high]: readonly [number, number]): [number, number] {
  return [Math.exp(low), Math.exp(high)];
}

/** In 95 % of the samples of blocks, the mean of the values is between these. */
export function intervalOfMean(
  values: readonly { readonly value: number; readonly block: string }[],
): readonly [number, number] {
  return intervalOf(sumsByBlock(values.map((one) => ({ ...one, weight: 1 }))));
}

interface BlockSum {
  sum: number;
  weight: number;
}

interface Weighed {
  readonly value: number;
  readonly weight: number;
  readonly block: string;
}

function sumsByBlock(values: readonly Weighed[]): BlockSum[] {
  const blocks = new Map<string, BlockSum>();
  for (const { value, weight, block } of values) {
    const own = blocks.get(block) ?? { sum: 0, weight: 0 };
    own.sum += weight * value;
    own.weight += weight;
    blocks.set(block, own);
  }
  return [...blocks.values()];
}

function meanOf(blocks: readonly BlockSum[]): number {
  let [total, weight] = [0, 0];
  for (const block of blocks) {
    total += block.sum;
    weight += block.weight;
  }
  return total / weight;
}

/** Block bootstrap: whole blocks are drawn with replacement, as many as there are. */
function intervalOf(blocks: readonly BlockSum[]): [number, number] {
  const draw = drawsFrom(1);
  const means = new Float64Array(RESAMPLES);
  for (let sample = 0; sample < RESAMPLES; sample++) {
    const drawn = blocks.map(() => blocks[Math.floor(draw() * blocks.length)] ?? { sum: 0, weight: 0 });
    means[sample] = meanOf(drawn);
  }
  means.sort();
  const at = (share: number) => means[Math.min(RESAMPLES - 1, Math.floor(share * RESAMPLES))] ?? Number.NaN;
  return [at(OUTSIDE), at(1 - OUTSIDE)];
}

/**
 * The block of a series by its name: what is before its last number, and that number in groups of 25, as neighbours
 * in one archive often belong to one owner: `bitbrains-005` and `bitbrains-024` are of one block.
 */
export function blockOf(name: string): string {
  const match = /^(.*?)[-_ ]?(\d+)[^-_ ]*$/.exec(name);
  if (!match) return name;
  const [, before = '', number = ''] = match;
  return `${before}/${Math.floor(Number(number) / 25)}`;
}
