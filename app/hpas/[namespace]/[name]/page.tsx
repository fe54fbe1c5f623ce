import type { Metadata } from 'next';
import { Suspense } from 'react';
import { HpaScreen } from '@/components/hpas/hpa-screen';
import { ClusterGate } from '@/components/screens/cluster-gate';
import { LoadingScreen } from '@/components/screens/loading-screen';

interface HpaPageProps {
  params: Promise<{ namespace: string; name: string }>;
}

export async function generateMetadata({ params }: HpaPageProps): Promise<Metadata> {
  const { namespace, name } = await params;
  return { title: `HPA ${decodeURIComponent(namespace)}/${decodeURIComponent(name)}` };
}

export default async function HpaPage({ params }: HpaPageProps) {
  const { namespace, name } = await params;
  return (
    <Suspense fallback={<LoadingScreen />}>
      <ClusterGate>
        <HpaScreen namespace={decodeURIComponent(namespace)} name={decodeURIComponent(name)} />
      </ClusterGate>
    </Suspense>
  );
}
