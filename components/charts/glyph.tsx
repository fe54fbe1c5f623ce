import classes from './glyph.module.css';
import { percent } from './percent';
import { type GlyphInput, plumbGlyph } from './plumb-glyph';

interface GlyphProps extends GlyphInput {
  /** The colour of the request's mark. */
  verdict: string;
}

const HEIGHT = 14;

/** Bounds as a band, the target as the plumb line, the request as a mark beside or on it. */
export function Glyph({ verdict, ...input }: GlyphProps) {
  const glyph = plumbGlyph(input);
  if (!glyph) return <span className={classes.glyph} />;
  const { band, request } = glyph;
  return (
    <svg className={classes.glyph} width="100%" height={HEIGHT} aria-hidden="true">
      <line className={classes.axis} x1="0" x2="100%" y1={HEIGHT / 2} y2={HEIGHT / 2} />
      {band && (
        <rect
          className={classes.band}
          x={percent(band.from.at)}
          width={percent(Math.max(0, band.to.at - band.from.at))}
          y={HEIGHT / 2 - 3}
          height={6}
          rx={band.to.beyond || band.from.beyond ? 0 : 3}
        />
      )}
      <line className={classes.target} x1="50%" x2="50%" y1="0" y2={HEIGHT} />
      {request && request.to.at > request.from.at && (
        <line
          className={classes.requestSpan}
          data-verdict={verdict}
          x1={percent(request.from.at)}
          x2={percent(request.to.at)}
          y1={HEIGHT / 2}
          y2={HEIGHT / 2}
        />
      )}
      {request && (
        <circle
          className={classes.request}
          data-verdict={verdict}
          cx={percent(Math.min(0.975, Math.max(0.025, request.to.at)))}
          cy={HEIGHT / 2}
          r={request.to.beyond ? 2.5 : 3.75}
        />
      )}
    </svg>
  );
}
