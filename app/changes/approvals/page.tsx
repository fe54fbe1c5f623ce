import type { Metadata } from 'next';
import { Suspense } from 'react';
import { ApprovalsScreen } from '@/components/approvals/approvals-screen';
import { ClusterGate } from '@/components/screens/cluster-gate';
import { LoadingScreen } from '@/components/screens/loading-screen';

export const metadata: Metadata = { title: 'Approvals' };

export default function ApprovalsPage() {
  return (
    <Suspense fallback={<LoadingScreen />}>
      <ClusterGate>
        <ApprovalsScreen />
      </ClusterGate>
    </Suspense>
  );
}
