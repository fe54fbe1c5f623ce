import type { Resource } from '@/server/contract/resources';

const STEPS = [1, 2, 2.5, 5, 10];

/** The smallest round step of at least `least`: 1, 2, 2.5 or 5 times a power of ten. */
function decimalStep(least: number, steps: readonly number[] = STEPS): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return (steps.find((step) => step * power >= least) ?? 10) * power;
}

/** Steps of more than so many of a binary unit are halves of the next: 256, 512, so that a tick is a whole one of that. */
const HALVED_FROM = 100;

/** A round step in millicores, or for bytes a round number of the binary unit that fits. */
export function roundStep(resource: Resource, least: number): number {
  if (resource === 'cpu') return Math.max(1, decimalStep(Math.max(1, least)));
  const power = 2 ** (10 * Math.floor(Math.log2(Math.max(1, least)) / 10));
  const within = least / power;
  return within > HALVED_FROM
    ? power * 2 ** Math.ceil(Math.log2(within))
    : power * decimalStep(Math.max(1, within));
}

/** Whole steps: 1, 2 or 5 times a power of ten. */
const WHOLE_STEPS = [1, 2, 5, 10];

/** Ticks of a count from 0 to at least `most`, at most three. */
export function countTicks(most: number): number[] {
  return stepped(Math.max(1, decimalStep(Math.max(1, most / 2), WHOLE_STEPS)), most);
}

/** Of two, three or four steps of ticks those that end nearest above `max`: for a low picture. */
export function fewTicks(resource: Resource, max: number): number[] {
  const choices = [2, 3, 4].map((count) => linearTicks(resource, max, count));
  return choices.reduce((best, one) => ((one.at(-1) ?? 0) < (best.at(-1) ?? 0) ? one : best));
}

/** Ticks from 0 to at least `max`, about `count` of them. */
export function linearTicks(resource: Resource, max: number, count = 4): number[] {
  return stepped(roundStep(resource, max / count), max);
}

function stepped(step: number, max: number): number[] {
  return Array.from({ length: Math.max(1, Math.ceil(max / step)) + 1 }, (_, index) => index * step);
}
