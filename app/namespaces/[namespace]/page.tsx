import type { Metadata } from 'next';
import { Suspense } from 'react';
import { NamespaceScreen } from '@/components/namespaces/namespace-screen';
import { namesIn } from '@/components/navigation/names-in';
import { ClusterGate } from '@/components/screens/cluster-gate';
import { LoadingScreen } from '@/components/screens/loading-screen';

interface NamespacePageProps {
  params: Promise<{ namespace: string }>;
}

export async function generateMetadata({ params }: NamespacePageProps): Promise<Metadata> {
  return { title: `Namespace ${(await namesIn(params)).namespace}` };
}

export default async function NamespacePage({ params }: NamespacePageProps) {
  const { namespace } = await namesIn(params);
  return (
    <Suspense fallback={<LoadingScreen />}>
      <ClusterGate>
        <NamespaceScreen name={namespace} />
      </ClusterGate>
    </Suspense>
  );
}
