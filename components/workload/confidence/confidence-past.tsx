'use client';

import { Skeleton, Text } from '@mantine/core';
import dynamic from 'next/dynamic';
import { memo, useMemo } from 'react';
import { usePast } from '../../api/queries';
import { Card } from '../../layout/card';
import shared from '../../layout/shared.module.css';
import { confidenceSeries } from './confidence-series';

const ConfidenceChart = memo(
  dynamic(() => import('./confidence-chart'), {
    ssr: false,
    loading: () => <Skeleton height={200} />,
  }),
);

const TITLE = 'Confidence over time';
/** Weeks, in steps that still show a day. */
const ASKED = { last: '30d' };

interface ConfidencePastProps {
  namespace: string;
  workload: string;
  container: string;
}

export function ConfidencePast(past: ConfidencePastProps) {
  return (
    <Card title={TITLE} at="confidence" aside={<span className={shared.small}>last 30 days</span>}>
      <Evolution {...past} />
    </Card>
  );
}

function Evolution({ namespace, workload, container }: ConfidencePastProps) {
  const { data: past, failure } = usePast(namespace, workload, { ...ASKED, container });
  const series = useMemo(() => past && confidenceSeries(past), [past]);
  if (!past)
    return (
      <Text c="dimmed" fz={13} mb={12}>
        {failure ? 'The past cannot be read now. Plumbline tries again.' : 'Reading the past …'}
      </Text>
    );
  if (!series)
    return (
      <Text c="dimmed" fz={13} mb={12}>
        It is drawn once a few hours of it are stored.
      </Text>
    );
  return <ConfidenceChart series={series} subject={`${workload}, container ${container}`} />;
}
