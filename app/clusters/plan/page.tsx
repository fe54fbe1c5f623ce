import type { Metadata } from 'next';
import { Suspense } from 'react';
import { PlanAcrossScreen } from '@/components/across/plan-across-screen';
import { LoadingScreen } from '@/components/screens/loading-screen';

export const metadata: Metadata = { title: 'Plan of all clusters' };

export default function PlanAcrossPage() {
  return (
    <Suspense fallback={<LoadingScreen />}>
      <PlanAcrossScreen />
    </Suspense>
  );
}
