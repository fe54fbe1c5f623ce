import type { Metadata } from 'next';
import { Suspense } from 'react';
import { CompareScreen } from '@/components/across/compare-screen';
import { LoadingScreen } from '@/components/screens/loading-screen';

export const metadata: Metadata = { title: 'A workload in all clusters' };

export default function ComparePage() {
  return (
    <Suspense fallback={<LoadingScreen />}>
      <CompareScreen />
    </Suspense>
  );
}
