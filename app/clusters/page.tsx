import type { Metadata } from 'next';
import { Suspense } from 'react';
import { ClustersScreen } from '@/components/clusters/clusters-screen';
import { LoadingScreen } from '@/components/screens/loading-screen';

export const metadata: Metadata = { title: 'Clusters' };

export default function ClustersPage() {
  return (
    <Suspense fallback={<LoadingScreen />}>
      <ClustersScreen />
    </Suspense>
  );
}
