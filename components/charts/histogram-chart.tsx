'use client';

import { useElementSize } from '@mantine/hooks';
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import type { HistogramView } from '@/server/contract/recommendations';
import { DataTable } from './data-table';
import {
  type HistogramMarks,
  histogramColumns,
  histogramPicture,
  histogramWords,
  LABEL_ROW_PX,
} from './histogram';
import classes from './histogram-chart.module.css';
import { cursorWords, movedCursor } from './histogram-cursor';
import type { AxisScale } from './value-axis';

interface HistogramChartProps {
  histogram: HistogramView;
  marks: HistogramMarks;
  /** What is measured: `CPU use of web, container app`. */
  subject: string;
  scale: AxisScale;
}

/** Half of the widest label below the axis. */
const LABEL_HALF_PX = 26;
const HEIGHT = 94;
const AXIS_HEIGHT = 20;

/**
 * Weight per bucket, the bounds as a band, and target, request and limit as labelled lines, all on one axis. A cursor,
 * moved by the pointer or the arrow keys, says what share of the usage lies above it.
 */
export function HistogramChart({ histogram, marks, subject, scale }: HistogramChartProps) {
  const { ref, width } = useElementSize();
  const [cursor, setCursor] = useState<number>();
  const picture =
    width > 0 ? histogramPicture(histogram, marks, { width, height: HEIGHT, scale }) : undefined;
  const usual = histogram.percentiles.find(({ name }) => name === 'target')?.value ?? 0;
  const words = cursorWords(histogram, cursor ?? usual);
  const onKeyDown = (event: KeyboardEvent) => {
    const to = movedCursor(histogram, cursor ?? usual, event.key);
    if (to === undefined) return;
    event.preventDefault();
    setCursor(to);
  };
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    const { left } = event.currentTarget.getBoundingClientRect();
    setCursor(picture?.amountAt(event.clientX - left));
  };
  return (
    <figure className={classes.figure}>
      <div ref={ref} className={classes.place}>
        {picture && (
          <>
            <svg
              className={classes.chart}
              width={width}
              height={HEIGHT + AXIS_HEIGHT}
              viewBox={`0 0 ${width} ${HEIGHT + AXIS_HEIGHT}`}
              role="img"
              aria-label={`${subject}: ${histogramWords(histogram, marks)}`}
            >
              {picture.band && (
                <rect
                  className={classes.band}
                  x={picture.band.x}
                  width={picture.band.width}
                  y={picture.labelHeight}
                  height={picture.plotHeight}
                />
              )}
              <line className={classes.base} x1={0} x2={width} y1={HEIGHT} y2={HEIGHT} />
              {picture.bars.map((bar) => (
                <rect
                  key={bar.x}
                  className={classes.bar}
                  data-covered={bar.covered}
                  x={bar.x}
                  width={bar.width}
                  y={HEIGHT - bar.height}
                  height={bar.height}
                  rx={1}
                />
              ))}
              {cursor !== undefined && (
                <g className={classes.cursor}>
                  <rect
                    x={picture.xOf(cursor)}
                    width={Math.max(0, width - picture.xOf(cursor))}
                    y={picture.labelHeight}
                    height={picture.plotHeight}
                  />
                  <line
                    x1={picture.xOf(cursor)}
                    x2={picture.xOf(cursor)}
                    y1={picture.labelHeight}
                    y2={HEIGHT + 6}
                  />
                </g>
              )}
              {picture.markers.map((marker) => {
                const labelY = picture.labelHeight - 4 - marker.row * LABEL_ROW_PX;
                return (
                  <g key={marker.id} className={classes.marker} data-kind={marker.kinds[0]}>
                    {marker.kinds.map((kind) => (
                      <line
                        key={kind}
                        data-kind={kind}
                        x1={marker.x}
                        x2={marker.x}
                        y1={labelY - 11}
                        y2={HEIGHT}
                      />
                    ))}
                    <text x={marker.x + 5} y={labelY}>
                      {marker.label}
                    </text>
                  </g>
                );
              })}
              {picture.ticks.map((tick) => (
                <g key={tick.label} className={classes.tick}>
                  <line x1={tick.x} x2={tick.x} y1={HEIGHT} y2={HEIGHT + 4} />
                  <text
                    x={tick.x}
                    y={HEIGHT + 17}
                    textAnchor={tick.x < 8 ? 'start' : tick.x > width - LABEL_HALF_PX ? 'end' : 'middle'}
                  >
                    {tick.label}
                  </text>
                </g>
              ))}
            </svg>
            <div
              className={classes.over}
              role="slider"
              tabIndex={0}
              aria-label={`Share of ${subject} above an amount`}
              aria-valuemin={0}
              aria-valuemax={Math.round(histogram.buckets.at(-1)?.end ?? 0)}
              aria-valuenow={Math.round(cursor ?? usual)}
              aria-valuetext={words}
              onKeyDown={onKeyDown}
              onFocus={() => setCursor((now) => now ?? usual)}
              onBlur={() => setCursor(undefined)}
              onPointerMove={onPointerMove}
              onPointerLeave={() => setCursor(undefined)}
            />
          </>
        )}
      </div>
      <figcaption className={classes.caption}>
        {cursor === undefined ? (
          <>
            {picture?.band && <span className={classes.bandKey}>Bounds.</span>} {picture?.words}
          </>
        ) : (
          words
        )}
      </figcaption>
      <DataTable
        label={`${subject}, by amount`}
        columns={histogramColumns(histogram.resource)}
        rows={histogram.buckets}
      />
    </figure>
  );
}
