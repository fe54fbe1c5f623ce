'use client';

import { Box } from '@mantine/core';
import { useRef, useState } from 'react';
import type { Resource } from '@/server/contract/resources';
import { formatAmount } from '@/server/words/amounts';
import { AxisTicks } from '../charts/axis-ticks';
import { Brushed } from '../charts/brushed';
import { ChartFiles } from '../charts/chart-files';
import { DataTable } from '../charts/data-table';
import { percent } from '../charts/percent';
import { RowTooltip } from '../charts/row-tooltip';
import { timeLabel, timeTicks } from '../charts/time-ticks';
import { placeOf, useBrush } from '../charts/use-brush';
import { TimeAgo } from '../live/time-ago';
import classes from './past-chart.module.css';
import { type PastPicture, pastColumns, pastFile, rowAt } from './past-picture';

interface PastChartProps {
  resource: Resource;
  /** `CPU over the last week`. */
  label: string;
  picture: PastPicture;
  /** The cluster's time. */
  nowMs: number;
  /** Called with a range that was dragged over. */
  onZoom: (span: { fromMs: number; toMs: number }) => void;
}

const KEYS = [
  ['kept', 'Requested and needed'],
  ['over', 'To free'],
  ['short', 'To add'],
  ['used', 'Used'],
] as const;

const TICKS = 4;
/** Nearer to an end, a time does not fit below its tick; a share of the width. */
const EDGE = 0.08;

/** What was requested and needed over time: kept, to free and to add on each other, and a line of use. */
export function PastChart({ resource, label, picture, nowMs, onZoom }: PastChartProps) {
  const figure = useRef<HTMLElement>(null);
  const [place, setPlace] = useState<number>();
  const { fromMs, toMs, ticks, rows, paths, knownUntilMs } = picture;
  const most = ticks.at(-1) ?? 1;
  const { brushed, handlers } = useBrush(picture, onZoom);
  const columns = pastColumns(resource);
  const row = place === undefined ? undefined : rowAt(picture, place);
  const isWhole = (ms: number) => Math.abs((ms - fromMs) / (toMs - fromMs) - 0.5) < 0.5 - EDGE;
  const timeText = timeLabel(fromMs, toMs);
  return (
    <figure ref={figure} className={classes.figure} aria-label={label}>
      <div data-drawn>
        <div
          className={classes.plot}
          {...handlers}
          onPointerMove={(event) => {
            setPlace(placeOf(event));
            handlers.onPointerMove(event);
          }}
          onPointerDown={(event) => {
            setPlace(placeOf(event));
            handlers.onPointerDown(event);
          }}
          onPointerLeave={() => setPlace(undefined)}
        >
          {ticks.slice(1).map((tick) => (
            <span key={tick} className={classes.amount} style={{ top: percent(1 - tick / most) }}>
              {formatAmount(resource, tick)}
            </span>
          ))}
          <svg viewBox="0 0 1 1" preserveAspectRatio="none" className={classes.picture} aria-hidden="true">
            {(['kept', 'over', 'short', 'used'] as const).map((kind) => (
              <path key={kind} data-kind={kind} d={paths[kind]} />
            ))}
          </svg>
          <Brushed range={brushed} />
          {place !== undefined && !brushed && (
            <>
              <span className={classes.cursor} style={{ left: percent(place) }} />
              <div
                className={classes.tip}
                data-side={place > 0.5 ? 'left' : 'right'}
                style={{ left: percent(place) }}
              >
                <RowTooltip row={row} columns={columns} none="not known" />
              </div>
            </>
          )}
        </div>
        <AxisTicks
          ticks={timeTicks(fromMs, toMs, TICKS)
            .filter(isWhole)
            .map((ms, index) => ({ at: (ms - fromMs) / (toMs - fromMs), text: timeText(ms, index) }))}
        />
      </div>
      <Box component="figcaption" mt={4} c="dimmed" fz={12}>
        {KEYS.map(([kind, words]) => (
          <span key={kind} className={classes.key} data-kind={kind}>
            {words}
          </span>
        ))}
        {knownUntilMs !== undefined && (
          <>
            {' '}
            Known until <TimeAgo atMs={knownUntilMs} nowMs={nowMs} />; the rest is being read.
          </>
        )}
      </Box>
      <ChartFiles label={label} chart={figure} csv={() => pastFile(resource, rows)} />
      <DataTable label={label} columns={columns} rows={rows} />
    </figure>
  );
}
