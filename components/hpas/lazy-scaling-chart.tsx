'use client';

import { Skeleton } from '@mantine/core';
import dynamic from 'next/dynamic';

/** The picture, loaded after the numbers: its library is large. */
export const LazyScalingChart = dynamic(() => import('./scaling-chart'), {
  ssr: false,
  loading: () => <Skeleton height={440} />,
});
