import type { Metadata } from 'next';
import { Suspense } from 'react';
import { WorkloadsAcrossScreen } from '@/components/across/workloads-across-screen';
import { LoadingScreen } from '@/components/screens/loading-screen';

export const metadata: Metadata = { title: 'Workloads of all clusters' };

export default function WorkloadsAcrossPage() {
  return (
    <Suspense fallback={<LoadingScreen />}>
      <WorkloadsAcrossScreen />
    </Suspense>
  );
}
