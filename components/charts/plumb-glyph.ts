/** Values are placed by their ratio to the target, on a scale of doublings on either side. */
const DOUBLINGS = 3;

export interface GlyphInput {
  request?: { min: number; max: number };
  target?: number;
  lowerBound?: number;
  upperBound?: number;
}

/** A position along the glyph, 0…1; the target is at 0.5. `beyond` if the value is off the scale. */
interface GlyphPlace {
  at: number;
  beyond: boolean;
}

export interface PlumbGlyph {
  band?: { from: GlyphPlace; to: GlyphPlace };
  request?: { from: GlyphPlace; to: GlyphPlace };
}

function place(value: number, target: number): GlyphPlace {
  const doublings = value > 0 ? Math.log2(value / target) : -Infinity;
  const bounded = Math.min(DOUBLINGS, Math.max(-DOUBLINGS, doublings));
  return { at: 0.5 + bounded / (2 * DOUBLINGS), beyond: bounded !== doublings };
}

/**
 * The positions of bounds and request relative to the target. Every glyph of a column has its target at the
 * same place, so the targets form a vertical line and a request's distance from it shows its ratio to the
 * target.
 */
export function plumbGlyph(input: GlyphInput): PlumbGlyph | undefined {
  const { target, lowerBound, upperBound, request } = input;
  if (target === undefined || target <= 0) return undefined;
  const span = (from: number, to: number) => ({ from: place(from, target), to: place(to, target) });
  return {
    ...(lowerBound !== undefined && upperBound !== undefined && { band: span(lowerBound, upperBound) }),
    ...(request && { request: span(request.min, request.max) }),
  };
}

/** The scale's labelled ticks: multiples of the target. */
export const GLYPH_TICKS: readonly { at: number; label: string }[] = [
  { doublings: -2, label: '¼×' },
  { doublings: 0, label: 'target' },
  { doublings: 2, label: '4×' },
].map(({ doublings, label }) => ({ at: 0.5 + doublings / (2 * DOUBLINGS), label }));
