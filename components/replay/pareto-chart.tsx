import type { FigureName } from '@/server/contract/figures';
import type { VariantOutcome } from '@/server/contract/replays';
import shared from '../layout/shared.module.css';
import { figureTitle } from './comparison';
import { type ParetoDot, paretoPicture } from './pareto';
import classes from './pareto-chart.module.css';
import { variantColour } from './variant-mark';

const FRAME = { width: 360, height: 210, left: 12, right: 12, top: 12, bottom: 12 };

interface ParetoChartProps {
  variants: readonly VariantOutcome[];
  figures: readonly [FigureName, FigureName];
}

/** Two figures against each other, of which less is better: those on the line are beaten by none. */
export function ParetoChart({ variants, figures }: ParetoChartProps) {
  const picture = paretoPicture(variants, figures, FRAME);
  if (!picture) return null;
  const [x, y] = figures.map(figureTitle);
  const [only] = picture.yTicks;
  if (picture.yTicks.length === 1)
    return (
      <p className={shared.soft}>
        {y}: {only?.label}, under every variant.
      </p>
    );
  const { dots, line, xTicks, yTicks } = picture;
  const words = dots.map(({ label, isBest }) => `${label}${isBest ? ', beaten by none' : ''}`).join('. ');
  return (
    <figure className={classes.figure}>
      <p className={classes.axis}>{y}</p>
      <svg
        viewBox={`0 0 ${FRAME.width} ${FRAME.height}`}
        role="img"
        aria-label={`${y} against ${x}. ${words}`}
        className={classes.picture}
      >
        <rect
          x="0.5"
          y="0.5"
          width={FRAME.width - 1}
          height={FRAME.height - 1}
          rx="6"
          className={classes.frame}
        />
        {yTicks.map(({ at, label }, index) => (
          <g key={label}>
            <line x1="0" x2={FRAME.width} y1={at} y2={at} className={classes.grid} />
            <text
              x={index === 0 ? 6 : FRAME.width - 6}
              y={at - 4}
              data-end={index > 0 || undefined}
              className={classes.tick}
            >
              {label}
            </text>
          </g>
        ))}
        {line.length > 1 && (
          <polyline
            points={line.map((corner) => `${corner.x},${corner.y}`).join(' ')}
            className={classes.line}
          />
        )}
        {dots.map((dot) => (
          <Dot key={dot.numbers.join()} dot={dot} />
        ))}
      </svg>
      <p className={classes.axis} data-side="x">
        <span>{xTicks.length > 1 ? xTicks[0]?.label : ''}</span>
        <span>
          {x}
          {xTicks.length === 1 && `: ${xTicks[0]?.label}`}
        </span>
        <span>{xTicks.length > 1 ? xTicks[1]?.label : ''}</span>
      </p>
    </figure>
  );
}

function Dot({ dot: { x, y, numbers, isBest, label } }: { dot: ParetoDot }) {
  const first = numbers[0] ?? 1;
  return (
    <g>
      <title>{label}</title>
      <circle
        cx={x}
        cy={y}
        r={isBest ? 9 : 8}
        fill={isBest ? variantColour(first) : 'var(--surface)'}
        stroke={variantColour(first)}
        strokeWidth="1.5"
      />
      <text
        x={x}
        y={y + 4}
        className={classes.number}
        fill={isBest ? 'var(--surface)' : variantColour(first)}
      >
        {first}
      </text>
      {numbers.length > 1 && (
        <text x={x + 12} y={y + 4} className={classes.others}>
          {numbers.slice(1).join(', ')}
        </text>
      )}
    </g>
  );
}
