'use client';

import { Skeleton } from '@mantine/core';
import dynamic from 'next/dynamic';
import { usePast } from '../../api/queries';
import { Fold } from '../../layout/fold';
import { SectionLink } from '../../layout/section-link';
import classes from './confidence-chart.module.css';
import { confidenceSeries } from './confidence-series';

const ConfidenceChart = dynamic(() => import('./confidence-chart'), {
  ssr: false,
  loading: () => <Skeleton height={200} />,
});

const TITLE = 'Confidence over time';
/** Weeks, in steps that still show a day. */
const ASKED = { last: '30d' };

interface ConfidencePastProps {
  namespace: string;
  workload: string;
  container: string;
}

/** How confidence evolved, from what was stored; it is read when it is opened. */
export function ConfidencePast(past: ConfidencePastProps) {
  return (
    <section className={classes.place} id="confidence" aria-label={TITLE}>
      <Fold label={TITLE} note="in the last 30 days" about={`container ${past.container}`}>
        <Evolution {...past} />
      </Fold>
      <SectionLink at="confidence" title={TITLE} />
    </section>
  );
}

function Evolution({ namespace, workload, container }: ConfidencePastProps) {
  const { data: past, failure } = usePast(namespace, workload, { ...ASKED, container });
  if (!past)
    return (
      <p className={classes.waiting}>
        {failure ? 'The past cannot be read now. Plumbline tries again.' : 'Reading the past …'}
      </p>
    );
  const series = confidenceSeries(past);
  if (!series) return <p className={classes.waiting}>Nothing is stored yet.</p>;
  return <ConfidenceChart series={series} subject={`${workload}, container ${container}`} />;
}
