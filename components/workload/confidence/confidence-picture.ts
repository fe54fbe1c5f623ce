import type { ContainerDetail, NarrowingView } from '@/server/contract/recommendations';
import { countOf, formatFactor } from '@/server/words/counts';
import { formatDuration } from '@/server/words/times';

const MINUTE_MS = 60_000;
/** The scale ends here: at ten intervals of history the upper bound is within a tenth of what usage asks for. */
const SCALE_INTERVALS = 10;
/** Intervals that differ by less are the same, computed in two ways. */
const SAME = 1.001;

/** One of the two things that a confidence rests on. */
interface Ingredient {
  label: string;
  words: string;
  /** The end of its bar, 0…1. */
  share: number;
  /** Whether it is the smaller one, which counts. */
  counts: boolean;
}

interface NarrowingStep {
  factor: string;
  /** Where its mark is on the scale, 0…1. */
  at: number;
  /** When it is reached, if samples go on coming as so far; undefined if it is. */
  atMs: number | undefined;
}

/** How little history widens the upper bound. */
export interface ConfidencePicture {
  about: string;
  ingredients: Ingredient[];
  factor: string;
  steps: NarrowingStep[];
}

type Known = Pick<ContainerDetail, 'firstSampleMs' | 'lastSampleMs' | 'samples' | 'narrowing'>;

/** One picture, or one for each resource if their intervals differ; none where bounds do not narrow. */
export function confidencePictures(container: Known): ConfidencePicture[] {
  const { cpu, memory } = container.narrowing;
  if (cpu && memory && isSame(cpu.intervalMs, memory.intervalMs))
    return [pictureOf('upper bounds', cpu, container)];
  return [
    ...(cpu ? [pictureOf('upper bound of CPU', cpu, container)] : []),
    ...(memory ? [pictureOf('upper bound of memory', memory, container)] : []),
  ];
}

function isSame(one: number, other: number): boolean {
  return Math.max(one, other) <= Math.min(one, other) * SAME;
}

function pictureOf(about: string, { intervalMs, factor, steps }: NarrowingView, known: Known) {
  const spanMs = (known.lastSampleMs ?? 0) - (known.firstSampleMs ?? 0);
  const countedMs = known.samples * MINUTE_MS;
  const shareOf = (ms: number) => Math.min(1, ms / intervalMs / SCALE_INTERVALS);
  return {
    about,
    ingredients: [
      {
        label: 'From first to last sample',
        words: formatDuration(spanMs),
        share: shareOf(spanMs),
        counts: spanMs <= countedMs,
      },
      {
        label: 'Samples, at one a minute',
        words: `${formatDuration(countedMs)} (${countOf(known.samples, 'sample')})`,
        share: shareOf(countedMs),
        counts: countedMs < spanMs,
      },
    ],
    factor: formatFactor(factor),
    steps: steps.map((step) => ({
      factor: formatFactor(step.factor),
      at: 1 / (step.factor - 1) / SCALE_INTERVALS,
      atMs: step.atMs,
    })),
  };
}
