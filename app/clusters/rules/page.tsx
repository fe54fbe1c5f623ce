import type { Metadata } from 'next';
import { Suspense } from 'react';
import { RulesAcrossScreen } from '@/components/across/rules-across-screen';
import { LoadingScreen } from '@/components/screens/loading-screen';

export const metadata: Metadata = { title: 'Rules of all clusters' };

export default function RulesAcrossPage() {
  return (
    <Suspense fallback={<LoadingScreen />}>
      <RulesAcrossScreen />
    </Suspense>
  );
}
