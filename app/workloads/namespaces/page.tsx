import type { Metadata } from 'next';
import { Suspense } from 'react';
import { NamespacesScreen } from '@/components/namespaces/namespaces-screen';
import { ClusterGate } from '@/components/screens/cluster-gate';
import { LoadingScreen } from '@/components/screens/loading-screen';

export const metadata: Metadata = { title: 'Namespaces' };

export default function NamespacesPage() {
  return (
    <Suspense fallback={<LoadingScreen />}>
      <ClusterGate>
        <NamespacesScreen />
      </ClusterGate>
    </Suspense>
  );
}
