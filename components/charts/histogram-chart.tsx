'use client';

import { useElementSize } from '@mantine/hooks';
import { useState } from 'react';
import type { HistogramView } from '@/server/recommender/views';
import { DataTable } from './data-table';
import { histogramColumns, histogramPicture, histogramWords, LABEL_ROW_PX } from './histogram';
import classes from './histogram-chart.module.css';

interface HistogramChartProps {
  histogram: HistogramView;
  /** In the histogram's unit. */
  request: number | undefined;
  /** What is measured: `CPU use of web, container app`. */
  subject: string;
}

const HEIGHT = 196;
const AXIS_HEIGHT = 22;

/** Weight per bucket; percentiles and request as labelled lines; pointing at a bucket shows its numbers. */
export function HistogramChart({ histogram, request, subject }: HistogramChartProps) {
  const { ref, width } = useElementSize();
  const [pointed, setPointed] = useState<string>();
  const picture = width > 0 ? histogramPicture(histogram, request, { width, height: HEIGHT }) : undefined;
  return (
    <figure className={classes.figure}>
      <div ref={ref} style={{ minHeight: HEIGHT + AXIS_HEIGHT }}>
        {picture && (
          <svg
            className={classes.chart}
            width={width}
            height={HEIGHT + AXIS_HEIGHT}
            role="img"
            aria-label={`${subject}: ${histogramWords(histogram, request)}`}
            onPointerLeave={() => setPointed(undefined)}
          >
            <line className={classes.base} x1={0} x2={width} y1={HEIGHT} y2={HEIGHT} />
            {picture.bars.map((bar) => (
              <g key={bar.x} onPointerEnter={() => setPointed(bar.words)}>
                <rect
                  className={classes.bar}
                  data-covered={bar.covered}
                  x={bar.x}
                  width={bar.width}
                  y={HEIGHT - bar.height}
                  height={bar.height}
                  rx={1}
                />
                <rect
                  className={classes.hit}
                  x={bar.x - 0.5}
                  width={bar.width + 1}
                  y={picture.labelHeight}
                  height={picture.plotHeight}
                />
              </g>
            ))}
            {picture.markers.map((marker) => {
              const labelY = picture.labelHeight - 4 - marker.row * LABEL_ROW_PX;
              return (
                <g key={marker.id} className={classes.marker} data-marker={marker.id}>
                  <line x1={marker.x} x2={marker.x} y1={labelY - 11} y2={HEIGHT} />
                  <text x={marker.x + 5} y={labelY}>
                    {marker.label}
                  </text>
                </g>
              );
            })}
            {picture.ticks.map((tick) => (
              <g key={tick.label} className={classes.tick}>
                <line x1={tick.x} x2={tick.x} y1={HEIGHT} y2={HEIGHT + 4} />
                <text x={tick.x} y={HEIGHT + 17} textAnchor="middle">
                  {tick.label}
                </text>
              </g>
            ))}
          </svg>
        )}
      </div>
      <figcaption className={classes.caption}>
        {pointed ??
          (picture && `Weight per bucket; the highest bar is ${picture.highest}. Newer usage weighs more.`)}
      </figcaption>
      <DataTable
        label={`${subject}, by amount`}
        columns={histogramColumns(histogram.resource)}
        rows={histogram.buckets}
      />
    </figure>
  );
}
