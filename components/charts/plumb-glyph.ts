/** Values are placed by how many times the target they are, on a scale of doublings either side of it. */
const DOUBLINGS = 3;

export interface GlyphInput {
  request?: { min: number; max: number };
  target?: number;
  lowerBound?: number;
  upperBound?: number;
}

/** A place along the glyph, 0…1; the target hangs at 0.5. `beyond` when the value lies off the scale. */
interface GlyphPlace {
  at: number;
  beyond: boolean;
}

interface PlumbGlyph {
  band?: { from: GlyphPlace; to: GlyphPlace };
  request?: { from: GlyphPlace; to: GlyphPlace };
}

function place(value: number, target: number): GlyphPlace {
  const doublings = value > 0 ? Math.log2(value / target) : -Infinity;
  const held = Math.min(DOUBLINGS, Math.max(-DOUBLINGS, doublings));
  return { at: 0.5 + held / (2 * DOUBLINGS), beyond: held !== doublings };
}

/**
 * Where bounds and request lie relative to the target. Every glyph of a column has its target at the same
 * place, so the targets form one vertical line and a request's distance from it is its ratio to the target.
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

/** The scale's labelled ticks: how many times the target. */
export const GLYPH_TICKS: readonly { at: number; label: string }[] = [
  { doublings: -2, label: '¼×' },
  { doublings: 0, label: 'target' },
  { doublings: 2, label: '4×' },
].map(({ doublings, label }) => ({ at: 0.5 + doublings / (2 * DOUBLINGS), label }));
