import type { Metadata } from 'next';
import { Suspense } from 'react';
import { ProblemsScreen } from '@/components/problems/problems-screen';
import { LoadingScreen } from '@/components/screens/loading-screen';

export const metadata: Metadata = { title: 'Problems' };

export default function ProblemsPage() {
  return (
    <Suspense fallback={<LoadingScreen />}>
      <ProblemsScreen />
    </Suspense>
  );
}
