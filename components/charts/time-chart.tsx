'use client';

import { Skeleton } from '@mantine/core';
import dynamic from 'next/dynamic';
import { memo } from 'react';

/**
 * The chart over time, loaded after the numbers: its library is large, and dear to draw, so that it is drawn again only
 * for other props, not for each look at the cluster's clock.
 */
export const LazyBoundsChart = memo(
  dynamic(() => import('./bounds-chart'), {
    ssr: false,
    loading: () => <Skeleton height={210} />,
  }),
);
