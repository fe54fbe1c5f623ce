'use client';

import { Skeleton } from '@mantine/core';
import dynamic from 'next/dynamic';
import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { memo, useMemo } from 'react';
import type { HpaDetail } from '@/server/contract/hpas';
import { Segments } from '../choices/segments';
import { Card } from '../layout/card';
import shared from '../layout/shared.module.css';
import Link from '../navigation/link';
import { localShortTime } from '../times/times';
import classes from './scaling-card.module.css';
import { scalingMarkText } from './scaling-columns';
import { SCALING_RANGES, type ScalingMark, type ScalingRangeName, scalingSeries } from './scaling-series';

/** The picture, loaded after the numbers: its library is large. */
const LazyScalingChart = memo(
  dynamic(() => import('./scaling-chart'), {
    ssr: false,
    loading: () => <Skeleton height={440} />,
  }),
);

const NAMES = Object.keys(SCALING_RANGES) as ScalingRangeName[];
const LABELS: Record<ScalingRangeName, string> = { '30m': '30 min', '2h': '2 h', all: 'All' };
const RANGE = parseAsStringLiteral(NAMES).withDefault('2h');
/** The newest changes listed in words; the picture marks them all. */
const MOST_LISTED = 5;

/** Replicas and metrics of an HPA over time, and the last changes in words. */
export function ScalingCard({ hpa, order }: { hpa: HpaDetail; order?: 2 | 3 }) {
  const [range, setRange] = useQueryState('last', RANGE);
  const series = useMemo(() => scalingSeries(hpa, range), [hpa, range]);
  return (
    <Card
      title="Scaling over time"
      order={order}
      aside={
        <Segments
          label="Time shown"
          size="xs"
          options={NAMES.map((value) => ({ value, label: LABELS[value] }))}
          value={range}
          onChange={(name) => void setRange(name)}
        />
      }
    >
      {series ? (
        <>
          <LazyScalingChart series={series} name={hpa.name} min={hpa.min} max={hpa.max} />
          <Changes marks={series.marks} hpa={hpa} />
        </>
      ) : (
        <p className={shared.soft}>There is no history yet. It appears here with each sync.</p>
      )}
    </Card>
  );
}

function Changes({ marks, hpa: { namespace, name } }: { marks: readonly ScalingMark[]; hpa: HpaDetail }) {
  if (marks.length === 0) return <p className={shared.soft}>The replicas did not change in this time.</p>;
  const newest = marks.slice(-MOST_LISTED).reverse();
  const audit = `/changes/audit?${new URLSearchParams({ what: 'scale', namespace, vpa: name })}`;
  return (
    <ul className={classes.changes} aria-label="Changes of the replicas in this time">
      {newest.map((mark) => (
        <li key={mark.atMs} data-up={mark.to > mark.from || undefined}>
          {scalingMarkText(mark)} <span className={shared.soft}>{localShortTime(mark.atMs)}</span>
        </li>
      ))}
      <li>
        {marks.length > newest.length && `and ${marks.length - newest.length} before. `}
        <Link href={audit}>All in the audit log</Link>
      </li>
    </ul>
  );
}
