import type { Metadata } from 'next';
import { AskFirst } from '@/components/api/ask-first';
import { namesIn } from '@/components/navigation/names-in';
import { ClusterGate } from '@/components/screens/cluster-gate';
import { WorkloadScreen } from '@/components/workload/workload-screen';

interface WorkloadPageProps {
  params: Promise<{ namespace: string; name: string }>;
}

export async function generateMetadata({ params }: WorkloadPageProps): Promise<Metadata> {
  const { namespace, name } = await namesIn(params);
  return { title: `${name} in ${namespace}` };
}

export default async function WorkloadPage({ params }: WorkloadPageProps) {
  return (
    <>
      <AskFirst paths={['/api/status']} />
      <ClusterGate>
        <WorkloadScreen {...(await namesIn(params))} />
      </ClusterGate>
    </>
  );
}
