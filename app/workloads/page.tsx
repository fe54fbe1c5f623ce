import type { Metadata } from 'next';
import { Suspense } from 'react';
import { ClusterGate } from '@/components/screens/cluster-gate';
import { LoadingScreen } from '@/components/screens/loading-screen';
import { WorkloadsScreen } from '@/components/workloads/workloads-screen';

export const metadata: Metadata = { title: 'Workloads' };

export default function WorkloadsPage() {
  return (
    <Suspense fallback={<LoadingScreen />}>
      <ClusterGate>
        <WorkloadsScreen />
      </ClusterGate>
    </Suspense>
  );
}
