import type { Metadata } from 'next';
import { Suspense } from 'react';
import { RulesScreen } from '@/components/rules/rules-screen';
import { ClusterGate } from '@/components/screens/cluster-gate';
import { LoadingScreen } from '@/components/screens/loading-screen';

export const metadata: Metadata = { title: 'Rules' };

export default function RulesPage() {
  return (
    <Suspense fallback={<LoadingScreen />}>
      <ClusterGate>
        <RulesScreen />
      </ClusterGate>
    </Suspense>
  );
}
