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
}

const RESAMPLES = 2000;
const OUTSIDE = 0.025;
/** Ratios so near are equal. */
const EPSILON = 1e-9;

/** Undefined without series. */
export function summaryOfRatios(ratios: readonly SeriesRatio[]): RatioSummary | undefined {
  if (ratios.length === 0) return undefined;
  const blocks = sumsByBlock(ratios.map(({ ratio, block }) => ({ value: Math.log(ratio), block })));
  const [low, high] = intervalOf(blocks);
  const weight = ratios.reduce((sum, one) => sum + one.weight, 0);
  const weighted = ratios.reduce((sum, one) => sum + one.weight * Math.log(one.ratio), 0);
  return {
    series: ratios.length,
    mean: Math.exp(meanOf(blocks)),
    weighted: weight > 0 ? Math.exp(weighted / weight) : Number.NaN,
    lower: ratios.filter(({ ratio }) => ratio < 1 - EPSILON).length / ratios.length,
    interval: [Math.exp(low), Math.exp(high)],
  };
}

/** In 95 % of the samples of blocks, the mean of the values is between these. */
export function intervalOfMean(
  values: readonly { readonly value: number; readonly block: string }[],
): readonly [number, number] {
  return intervalOf(sumsByBlock(values));
}

interface BlockSum {
  sum: number;
  count: number;
}

function sumsByBlock(values: readonly { readonly value: number; readonly block: string }[]): BlockSum[] {
  const blocks = new Map<string, BlockSum>();
  for (const { value, block } of values) {
    const own = blocks.get(block) ?? { sum: 0, count: 0 };
    own.sum += value;
    own.count++;
    blocks.set(block, own);
  }
  return [...blocks.values()];
}

function meanOf(blocks: readonly BlockSum[]): number {
  let [total, count] = [0, 0];
  for (const block of blocks) {
    total += block.sum;
    count += block.count;
  }
  return total / count;
}

/** Block bootstrap: whole blocks are drawn with replacement, as many as there are. */
function intervalOf(blocks: readonly BlockSum[]): [number, number] {
  const draw = drawsFrom(1);
  const means = new Float64Array(RESAMPLES);
  for (let sample = 0; sample < RESAMPLES; sample++) {
    const drawn = blocks.map(() => blocks[Math.floor(draw() * blocks.length)] ?? { sum: 0, count: 0 });
    means[sample] = meanOf(drawn);
  }
  means.sort();
  const at = (share: number) => means[Math.min(RESAMPLES - 1, Math.floor(share * RESAMPLES))] ?? Number.NaN;
  return [at(OUTSIDE), at(1 - OUTSIDE)];
}

/** Numbers in [0, 1) that depend on the seed alone (mulberry32). */
export function drawsFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
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
