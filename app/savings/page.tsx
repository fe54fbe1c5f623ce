import type { Metadata } from 'next';
import { Suspense } from 'react';
import { CostsScreen } from '@/components/costs/costs-screen';
import { ClusterGate } from '@/components/screens/cluster-gate';
import { LoadingScreen } from '@/components/screens/loading-screen';

export const metadata: Metadata = { title: 'Savings' };

export default function CostsPage() {
  return (
    <Suspense fallback={<LoadingScreen />}>
      <ClusterGate>
        <CostsScreen />
      </ClusterGate>
    </Suspense>
  );
}
