'use client';

import { Skeleton } from '@mantine/core';
import dynamic from 'next/dynamic';

/** The line, loaded after the numbers: its library is large. */
export const LazyRealisedChart = dynamic(() => import('./realised-chart'), {
  ssr: false,
  loading: () => <Skeleton height={220} />,
});
