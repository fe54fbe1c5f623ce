import type { Metadata } from 'next';
import { Suspense } from 'react';
import { HpasScreen } from '@/components/hpas/hpas-screen';
import { ClusterGate } from '@/components/screens/cluster-gate';
import { LoadingScreen } from '@/components/screens/loading-screen';

export const metadata: Metadata = { title: 'HPAs' };

export default function HpasPage() {
  return (
    <Suspense fallback={<LoadingScreen />}>
      <ClusterGate>
        <HpasScreen />
      </ClusterGate>
    </Suspense>
  );
}
