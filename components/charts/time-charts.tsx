'use client';

import { Skeleton } from '@mantine/core';
import dynamic from 'next/dynamic';

/** The charts over time, loaded after the numbers: their library is large. */
export const BoundsChart = dynamic(() => import('./bounds-chart'), {
  ssr: false,
  loading: () => <Skeleton height={220} />,
});

export const ConfidenceChart = dynamic(() => import('./confidence-chart'), {
  ssr: false,
  loading: () => <Skeleton height={150} />,
});
