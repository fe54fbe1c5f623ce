import classes from './glyph.module.css';
import { GLYPH_TICKS } from './plumb-glyph';

/** The scale of a column of glyphs: multiples of the target. */
export function GlyphScale() {
  return (
    <span className={classes.scale} aria-hidden="true">
      {GLYPH_TICKS.map((tick) => (
        <span key={tick.label} style={{ left: `${tick.at * 100}%` }}>
          {tick.label}
        </span>
      ))}
    </span>
  );
}
