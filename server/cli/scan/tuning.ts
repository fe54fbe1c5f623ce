import { InvalidArgumentError } from 'commander';
import type { Config } from '../../config';
import { writtenList } from '../../decide/pods/written-amounts';
import { amountsFrom, parseQuantity } from '../../objects/quantity';
import { type Amounts, RESOURCES, type Resource } from '../../objects/units';
import { formatShare } from '../../words/counts';
import { CommandFailure } from '../failure';

/** In per cent, by resource. */
export type Percentiles = Partial<Record<Resource, number>>;

/** What the command line says of how to recommend. */
interface Tuning {
  recommender?: string;
  percentile?: Percentiles;
  /** A share. */
  buffer?: number;
  floor?: Amounts;
}

const MIB = 2 ** 20;
/** A buffer of more is a slip. */
const MOST_BUFFER = 10;
/** More than any node has: cores in millicores, and bytes. */
const MOST_FLOOR: Readonly<Record<Resource, number>> = { cpu: 1e6, memory: 2 ** 44 };

/** `95`, or `cpu=95,memory=99`. @throws InvalidArgumentError */
export function percentiles(text: string): Percentiles {
  const remedy = 'It must be more than 0 and at most 100, such as 95, or cpu=95,memory=99.';
  const read = (value: string) => {
    const number = /^\d+(\.\d+)?$/.test(value) ? Number(value) : 0;
    if (number > 0 && number <= 100) return number;
    throw new InvalidArgumentError(remedy);
  };
  if (!text.includes('=')) return { cpu: read(text), memory: read(text) };
  const parts = byResource(text, remedy);
  return Object.fromEntries(Object.entries(parts).map(([name, value]) => [name, read(value)]));
}

/** `20%`; `20` means the same. @throws InvalidArgumentError */
export function buffer(text: string): number {
  const [, digits, sign] = /^(\d+(?:\.\d+)?)(%?)$/.exec(text) ?? [];
  const share = Number(digits) / 100;
  const isUnclear = !sign && share > 0 && share < 0.01;
  if (share <= MOST_BUFFER && !isUnclear) return share;
  throw new InvalidArgumentError(
    `It must be a share in per cent from 0% to ${MOST_BUFFER * 100}%, such as 20%.`,
  );
}

/** `cpu=10m,memory=64Mi`, or one of them. @throws InvalidArgumentError */
export function floor(text: string): Amounts {
  const remedy = 'It must be amounts as Kubernetes writes them, such as cpu=10m,memory=64Mi.';
  const parts = byResource(text, remedy);
  for (const value of Object.values(parts)) {
    try {
      parseQuantity(value);
    } catch {
      throw new InvalidArgumentError(remedy);
    }
    if (value.startsWith('-')) throw new InvalidArgumentError(remedy);
  }
  const amounts = amountsFrom(parts);
  for (const resource of RESOURCES) {
    const amount = amounts[resource];
    if (parts[resource] === undefined) continue;
    if (amount === undefined) throw new InvalidArgumentError(remedy);
    if (amount > MOST_FLOOR[resource])
      throw new InvalidArgumentError(`${resource} is more than any node has. ${remedy}`);
  }
  return amounts;
}

/** @throws InvalidArgumentError for another resource, or one twice */
function byResource(text: string, remedy: string): Partial<Record<Resource, string>> {
  const parts: Partial<Record<Resource, string>> = {};
  for (const part of text.split(',')) {
    const [, name, value] = /^\s*(\w+)=(\S+)\s*$/.exec(part) ?? [];
    const resource = RESOURCES.find((one) => one === name);
    if (!resource || value === undefined || parts[resource] !== undefined)
      throw new InvalidArgumentError(remedy);
    parts[resource] = value;
  }
  return parts;
}

/**
 * The recommender for all workloads: percentiles and a buffer are of the default one.
 * @throws CommandFailure if another is asked for beside them
 */
export function recommenderFor({ recommender, percentile, buffer }: Tuning): string | undefined {
  const flag = percentile ? '--percentile' : buffer === undefined ? undefined : '--buffer';
  if (flag === undefined) return recommender;
  if (recommender === undefined || recommender === 'default') return 'default';
  throw new CommandFailure(
    'usage',
    `${flag} cannot be used with --recommender ${recommender}, which finds its own.`,
    'Leave one of them out.',
  );
}

/** The settings with what the command line says. Bounds stay on their side of the target. */
export function withTuning(config: Config, { percentile = {}, buffer, floor = {} }: Tuning): Config {
  const [cpu, memory] = [share(percentile.cpu), share(percentile.memory)];
  return {
    ...config,
    ...(cpu !== undefined && {
      targetCpuPercentile: cpu,
      recommendationLowerBoundCpuPercentile: Math.min(config.recommendationLowerBoundCpuPercentile, cpu),
      recommendationUpperBoundCpuPercentile: Math.max(config.recommendationUpperBoundCpuPercentile, cpu),
    }),
    ...(memory !== undefined && {
      targetMemoryPercentile: memory,
      recommendationLowerBoundMemoryPercentile: Math.min(
        config.recommendationLowerBoundMemoryPercentile,
        memory,
      ),
      recommendationUpperBoundMemoryPercentile: Math.max(
        config.recommendationUpperBoundMemoryPercentile,
        memory,
      ),
    }),
    ...(buffer !== undefined && { recommendationMarginFraction: buffer }),
    ...(floor.cpu !== undefined && { podRecommendationMinCpuMillicores: floor.cpu }),
    ...(floor.memory !== undefined && { podRecommendationMinMemoryMb: floor.memory / MIB }),
  };
}

/** What was asked for, in a sentence; undefined if nothing was. */
export function tunedWords({ percentile, buffer, floor }: Tuning): string | undefined {
  const list = (amounts: Partial<Record<Resource, unknown>>) =>
    RESOURCES.flatMap((one) => (amounts[one] === undefined ? [] : [`${one} ${amounts[one]}`])).join(', ');
  const parts = [
    ...(percentile ? [`percentile ${list(percentile)}`] : []),
    ...(buffer === undefined ? [] : [`buffer ${formatShare(buffer)}`]),
    ...(floor ? [`floor of a pod ${list(writtenList(floor))}`] : []),
  ];
  return parts.length > 0 ? `Recommended as asked for: ${parts.join('; ')}.` : undefined;
}

function share(perCent: number | undefined): number | undefined {
  return perCent === undefined ? undefined : perCent / 100;
}
