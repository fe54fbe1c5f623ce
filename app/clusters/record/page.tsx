import type { Metadata } from 'next';
import { Suspense } from 'react';
import { RecordAcrossScreen } from '@/components/across/record-across-screen';
import { LoadingScreen } from '@/components/screens/loading-screen';

export const metadata: Metadata = { title: 'Audit of all clusters' };

export default function RecordAcrossPage() {
  return (
    <Suspense fallback={<LoadingScreen />}>
      <RecordAcrossScreen />
    </Suspense>
  );
}
