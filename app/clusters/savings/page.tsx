import type { Metadata } from 'next';
import { Suspense } from 'react';
import { SavingsAcrossScreen } from '@/components/across/savings-across-screen';
import { LoadingScreen } from '@/components/screens/loading-screen';

export const metadata: Metadata = { title: 'Savings of all clusters' };

export default function SavingsAcrossPage() {
  return (
    <Suspense fallback={<LoadingScreen />}>
      <SavingsAcrossScreen />
    </Suspense>
  );
}
