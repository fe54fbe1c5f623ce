import type { Resource } from '@/server/model/units';
import { formatAmount } from '@/server/words/amounts';
import { roundStep } from './linear-ticks';

/**
 * The axis of the histograms: exponential buckets drawn equally wide. Bucket i starts at first · (1.05^i − 1)
 * / 0.05, so the axis is linear near zero and logarithmic beyond.
 */
const RATIO = 1.05;
const FIRST_BUCKET: Record<Resource, number> = { cpu: 10, memory: 1e7 };

/** The position of a value on the axis, in buckets from zero; `value` in millicores or bytes. */
export function axisPosition(resource: Resource, value: number): number {
  return Math.log((Math.max(0, value) * (RATIO - 1)) / FIRST_BUCKET[resource] + 1) / Math.log(RATIO);
}

/** The value at a position, in millicores or bytes: the inverse of `axisPosition`. */
function axisValue(resource: Resource, position: number): number {
  return (FIRST_BUCKET[resource] * (RATIO ** position - 1)) / (RATIO - 1);
}

const MIB = 2 ** 20;
/** From this ratio of the axis's ends on, ticks grow with the values; below it they have even steps. */
const WIDE_RATIO = 6;

function growingValues(resource: Resource): number[] {
  if (resource === 'memory') return Array.from({ length: 21 }, (_, power) => 2 ** power * MIB);
  return [1, 10, 100, 1000, 10_000, 100_000].flatMap((ten) => [ten, 2 * ten, 5 * ten]);
}

function steppedValues(resource: Resource, from: number, to: number, count: number): number[] {
  const step = roundStep(resource, (to - from) / count);
  const first = Math.ceil(from / step);
  return Array.from(
    { length: Math.max(0, Math.floor(to / step) - first + 1) },
    (_, index) => (first + index) * step,
  );
}

export interface Tick {
  x: number;
  label: string;
}

/** Round values between `from` and `to` (positions in buckets), at least `gap` pixels apart. */
export function valueTicks(resource: Resource, from: number, to: number, width: number, gap = 72): Tick[] {
  const least = axisValue(resource, from);
  const most = axisValue(resource, to);
  const values =
    most > least * WIDE_RATIO
      ? growingValues(resource)
      : steppedValues(resource, least, most, Math.max(2, width / (1.4 * gap)));
  const ticks: Tick[] = [];
  for (const value of values) {
    const position = axisPosition(resource, value);
    if (position < from || position > to) continue;
    const x = ((position - from) / (to - from)) * width;
    const last = ticks.at(-1);
    if (!last || x - last.x >= gap) ticks.push({ x, label: formatAmount(resource, value) });
  }
  return ticks;
}
