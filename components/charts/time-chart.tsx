'use client';

import { Skeleton } from '@mantine/core';
import dynamic from 'next/dynamic';

/** The chart over time, loaded after the numbers: its library is large. */
export const LazyBoundsChart = dynamic(() => import('./bounds-chart'), {
  ssr: false,
  loading: () => <Skeleton height={210} />,
});
