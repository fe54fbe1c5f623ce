import classes from './glyph.module.css';

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
