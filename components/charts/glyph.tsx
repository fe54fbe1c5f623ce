import { useMemo } from 'react';
import type { requestVerdict } from '@/server/contract/verdict';
import classes from './glyph.module.css';
import { percent } from './percent';
import { type GlyphInput, type PlumbGlyph, plumbGlyph } from './plumb-glyph';

interface GlyphProps extends GlyphInput {
  /** The colour of the request's mark. */
  verdict: ReturnType<typeof requestVerdict>;
}

const HEIGHT = 14;
const MIDDLE = HEIGHT / 2;
const AXIS = `<line class="${classes.axis}" x1="0" x2="100%" y1="${MIDDLE}" y2="${MIDDLE}"/>`;
const TARGET = `<line class="${classes.target}" x1="50%" x2="50%" y1="0" y2="${HEIGHT}"/>`;

/**
 * Bounds as a band, the target as the plumb line, the request as a mark beside or on it. A list has two in each line,
 * so React draws one element for each, not five.
 */
export function Glyph({ verdict, ...input }: GlyphProps) {
  const marks = marksOf(input, verdict);
  // React writes what is inside anew whenever this is another object.
  const inside = useMemo(() => ({ __html: marks ?? '' }), [marks]);
  if (marks === undefined) return <span className={classes.glyph} />;
  return (
    <svg
      className={classes.glyph}
      width="100%"
      height={HEIGHT}
      aria-hidden="true"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: numbers, and words of our own code
      dangerouslySetInnerHTML={inside}
    />
  );
}

function marksOf(input: GlyphInput, verdict: GlyphProps['verdict']): string | undefined {
  const glyph = plumbGlyph(input);
  return glyph && AXIS + bandOf(glyph) + TARGET + requestOf(glyph, verdict);
}

function bandOf({ band }: PlumbGlyph): string {
  if (!band) return '';
  const width = percent(Math.max(0, band.to.at - band.from.at));
  const corners = band.to.beyond || band.from.beyond ? 0 : 3;
  return `<rect class="${classes.band}" x="${percent(band.from.at)}" width="${width}" y="${MIDDLE - 3}" height="6" rx="${corners}"/>`;
}

function requestOf({ request }: PlumbGlyph, verdict: GlyphProps['verdict']): string {
  if (!request) return '';
  const { from, to } = request;
  const [x1, x2] = [percent(from.at), percent(to.at)];
  const span = `<line class="${classes.requestSpan}" data-verdict="${verdict}" x1="${x1}" x2="${x2}" y1="${MIDDLE}" y2="${MIDDLE}"/>`;
  const cx = percent(Math.min(0.975, Math.max(0.025, to.at)));
  const mark = `<circle class="${classes.request}" data-verdict="${verdict}" cx="${cx}" cy="${MIDDLE}" r="${to.beyond ? 2.5 : 3.75}"/>`;
  return to.at > from.at ? span + mark : mark;
}
