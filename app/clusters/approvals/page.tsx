import type { Metadata } from 'next';
import { Suspense } from 'react';
import { ApprovalsAcrossScreen } from '@/components/across/approvals-across-screen';
import { LoadingScreen } from '@/components/screens/loading-screen';

export const metadata: Metadata = { title: 'Approvals of all clusters' };

export default function ApprovalsAcrossPage() {
  return (
    <Suspense fallback={<LoadingScreen />}>
      <ApprovalsAcrossScreen />
    </Suspense>
  );
}
