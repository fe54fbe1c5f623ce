import type { Resource } from '@/server/contract/resources';
import { formatAmount } from '@/server/words/amounts';
import { roundStep } from './linear-ticks';

/** How far along the axis of a histogram an amount is. */
export type AxisScale = 'log' | 'linear';

/** An axis of amounts in millicores or bytes: `position` rises with the amount, and `value` is its inverse. */
export interface ValueAxis {
  readonly resource: Resource;
  readonly scale: AxisScale;
  position(value: number): number;
  value(position: number): number;
}

/**
 * Exponential buckets drawn equally wide: positions count buckets. Bucket i starts at first · (1.05^i − 1) / 0.05, so
 * the axis is linear near zero and logarithmic beyond.
 */
const RATIO = 1.05;
const FIRST_BUCKET: Record<Resource, number> = { cpu: 10, memory: 1e7 };

export function valueAxis(resource: Resource, scale: AxisScale): ValueAxis {
  const first = FIRST_BUCKET[resource];
  if (scale === 'linear')
    return { resource, scale, position: (value) => value / first, value: (position) => position * first };
  return {
    resource,
    scale,
    position: (value) => Math.log((Math.max(0, value) * (RATIO - 1)) / first + 1) / Math.log(RATIO),
    value: (position) => (first * (RATIO ** position - 1)) / (RATIO - 1),
  };
}

const MIB = 2 ** 20;
/** From this ratio of the axis's ends on, ticks of buckets grow with the values; else they have even steps. */
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

/** Round values between two positions of the axis, at least `gap` pixels apart. */
export function valueTicks(axis: ValueAxis, from: number, to: number, width: number, gap = 72): Tick[] {
  const { resource } = axis;
  const least = axis.value(from);
  const most = axis.value(to);
  const values =
    axis.scale === 'log' && most > least * WIDE_RATIO
      ? growingValues(resource)
      : steppedValues(resource, least, most, Math.max(2, width / (1.4 * gap)));
  const ticks: Tick[] = [];
  for (const value of values) {
    const position = axis.position(value);
    if (position < from || position > to) continue;
    const x = ((position - from) / (to - from)) * width;
    const last = ticks.at(-1);
    if (!last || x - last.x >= gap)
      ticks.push({ x, label: value === 0 ? '0' : formatAmount(resource, value) });
  }
  return ticks;
}
