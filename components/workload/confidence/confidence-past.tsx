'use client';

import { Skeleton } from '@mantine/core';
import dynamic from 'next/dynamic';
import { usePast } from '../../api/queries';
import { Card } from '../../layout/card';
import classes from './confidence-chart.module.css';
import { confidenceSeries } from './confidence-series';

const ConfidenceChart = dynamic(() => import('./confidence-chart'), {
  ssr: false,
  loading: () => <Skeleton height={200} />,
});

/** Weeks, in steps that still show a day. */
const ASKED = { last: '30d' };

interface ConfidencePastProps {
  namespace: string;
  workload: string;
  container: string;
}

/** How confidence evolved, from what was stored. */
export function ConfidencePast({ namespace, workload, container }: ConfidencePastProps) {
  const { data: past, failure } = usePast(namespace, workload, { ...ASKED, container });
  if (!past)
    return (
      <p className={classes.waiting}>
        {failure ? 'The past cannot be read now. Plumbline tries again.' : 'Reading the past …'}
      </p>
    );
  const series = confidenceSeries(past);
  if (!series) return null;
  return (
    <div className={classes.place}>
      <Card title="Confidence over time" at="confidence">
        <ConfidenceChart series={series} subject={`${workload}, container ${container}`} />
      </Card>
    </div>
  );
}
