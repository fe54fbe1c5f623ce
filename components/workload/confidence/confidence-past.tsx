'use client';

import { Skeleton } from '@mantine/core';
import dynamic from 'next/dynamic';
import { usePast } from '../../api/queries';
import classes from './confidence-chart.module.css';
import { confidenceSeries } from './confidence-series';

const ConfidenceChart = dynamic(() => import('./confidence-chart'), {
  ssr: false,
  loading: () => <Skeleton height={200} />,
});

/** As far back as the record of requests goes by default. */
const ASKED = { last: '90d' };

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
        {failure ? 'The past cannot be read now; trying again.' : 'Reading the past …'}
      </p>
    );
  const series = confidenceSeries(past);
  if (!series) return null;
  return (
    <section aria-label="How confidence evolved">
      <ConfidenceChart series={series} subject={`${workload}, container ${container}`} />
    </section>
  );
}
