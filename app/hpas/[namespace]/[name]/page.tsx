import type { Metadata } from 'next';
import { HpaScreen } from '@/components/hpas/hpa-screen';
import { namesIn } from '@/components/navigation/names-in';
import { ClusterGate } from '@/components/screens/cluster-gate';

interface HpaPageProps {
  params: Promise<{ namespace: string; name: string }>;
}

export async function generateMetadata({ params }: HpaPageProps): Promise<Metadata> {
  const { namespace, name } = await namesIn(params);
  return { title: `HPA ${namespace}/${name}` };
}

export default async function HpaPage({ params }: HpaPageProps) {
  return (
    <ClusterGate>
      <HpaScreen {...(await namesIn(params))} />
    </ClusterGate>
  );
}
