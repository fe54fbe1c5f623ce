import type { Metadata } from 'next';
import { Suspense } from 'react';
import { NodesScreen } from '@/components/nodes/nodes-screen';
import { ClusterGate } from '@/components/screens/cluster-gate';
import { LoadingScreen } from '@/components/screens/loading-screen';

export const metadata: Metadata = { title: 'Nodes' };

export default function NodesPage() {
  return (
    <Suspense fallback={<LoadingScreen />}>
      <ClusterGate>
        <NodesScreen />
      </ClusterGate>
    </Suspense>
  );
}
