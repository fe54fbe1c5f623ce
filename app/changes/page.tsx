import type { Metadata } from 'next';
import { Suspense } from 'react';
import { PlanScreen } from '@/components/plan/plan-screen';
import { ClusterGate } from '@/components/screens/cluster-gate';
import { LoadingScreen } from '@/components/screens/loading-screen';

export const metadata: Metadata = { title: 'Planned changes' };

export default function PlanPage() {
  return (
    <Suspense fallback={<LoadingScreen />}>
      <ClusterGate>
        <PlanScreen />
      </ClusterGate>
    </Suspense>
  );
}
