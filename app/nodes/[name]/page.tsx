import type { Metadata } from 'next';
import { Suspense } from 'react';
import { namesIn } from '@/components/navigation/names-in';
import { NodeScreen } from '@/components/nodes/node-screen';
import { ClusterGate } from '@/components/screens/cluster-gate';
import { LoadingScreen } from '@/components/screens/loading-screen';

interface NodePageProps {
  params: Promise<{ name: string }>;
}

export async function generateMetadata({ params }: NodePageProps): Promise<Metadata> {
  return { title: `Node ${(await namesIn(params)).name}` };
}

export default async function NodePage({ params }: NodePageProps) {
  const { name } = await namesIn(params);
  return (
    <Suspense fallback={<LoadingScreen />}>
      <ClusterGate>
        <NodeScreen name={name} />
      </ClusterGate>
    </Suspense>
  );
}
