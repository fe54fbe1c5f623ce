import { FORM_FAULT, instantOf, stretchOf } from '../lists/time-text';

const MINUTE_MS = 60_000;

/** The ends of a range in words, or what is wrong with each. */
export interface RangeEnds<Word = string> {
  from: Word;
  to: Word;
}

interface Typed {
  span: { fromMs: number; toMs: number } | undefined;
  faults: Partial<RangeEnds>;
}

/**
 * The range that two texts name by the wall clock of a time zone, in Unix milliseconds; a day as its end is included.
 * Without a range, `faults` says what is wrong with its ends.
 */
export function typedRange({ from, to }: RangeEnds, timeZone: string, nowMs: number): Typed {
  const [first, last] = [stretchOf(from), stretchOf(to)];
  if (!first || !last)
    return {
      span: undefined,
      faults: { ...(!first && { from: FORM_FAULT }), ...(!last && { to: FORM_FAULT }) },
    };
  const instant = (wallMs: number) => instantOf(wallMs, timeZone);
  const isMinute = last.lastMs - last.firstMs < MINUTE_MS;
  const fromMs = instant(first.firstMs);
  const toMs = instant(isMinute ? last.firstMs : last.lastMs + 1);
  if (toMs < fromMs + MINUTE_MS) return { span: undefined, faults: { to: 'This is not after From' } };
  if (fromMs >= nowMs) return { span: undefined, faults: { from: 'This is in the future' } };
  return { span: { fromMs, toMs }, faults: {} };
}
