import type { Metadata } from 'next';
import { Suspense } from 'react';
import { AuditScreen } from '@/components/audit/audit-screen';
import { LoadingScreen } from '@/components/screens/loading-screen';

export const metadata: Metadata = { title: 'Audit' };

export default function AuditPage() {
  return (
    <Suspense fallback={<LoadingScreen />}>
      <AuditScreen />
    </Suspense>
  );
}
