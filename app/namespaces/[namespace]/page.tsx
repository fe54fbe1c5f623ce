import type { Metadata } from 'next';
import { NamespaceScreen } from '@/components/namespaces/namespace-screen';
import { namesIn } from '@/components/navigation/names-in';
import { ClusterGate } from '@/components/screens/cluster-gate';

interface NamespacePageProps {
  params: Promise<{ namespace: string }>;
}

export async function generateMetadata({ params }: NamespacePageProps): Promise<Metadata> {
  return { title: `Namespace ${(await namesIn(params)).namespace}` };
}

export default async function NamespacePage({ params }: NamespacePageProps) {
  const { namespace } = await namesIn(params);
  return (
    <ClusterGate>
      <NamespaceScreen name={namespace} />
    </ClusterGate>
  );
}
