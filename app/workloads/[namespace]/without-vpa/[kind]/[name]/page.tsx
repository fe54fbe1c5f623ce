import type { Metadata } from 'next';
import { namesIn } from '@/components/navigation/names-in';
import { ClusterGate } from '@/components/screens/cluster-gate';
import { BareWorkloadScreen } from '@/components/workload/bare-workload-screen';

interface BareWorkloadPageProps {
  params: Promise<{ namespace: string; kind: string; name: string }>;
}

export async function generateMetadata({ params }: BareWorkloadPageProps): Promise<Metadata> {
  const { namespace, kind, name } = await namesIn(params);
  return { title: `${kind} ${name} in ${namespace}` };
}

export default async function BareWorkloadPage({ params }: BareWorkloadPageProps) {
  return (
    <ClusterGate>
      <BareWorkloadScreen {...(await namesIn(params))} />
    </ClusterGate>
  );
}
