import classes from './glyph.module.css';

/** What the signs of a glyph stand for. */
export function GlyphLegend() {
  return (
    <span className={classes.legend}>
      <span className={classes.key} data-sign="target">
        Target
      </span>
      <span className={classes.key} data-sign="band">
        Lower to upper bound
      </span>
      <span className={classes.key} data-sign="request">
        Request, as a multiple of the target
      </span>
    </span>
  );
}
