import type { Metadata } from 'next';
import { Suspense } from 'react';
import { ClusterGate } from '@/components/screens/cluster-gate';
import { LoadingScreen } from '@/components/screens/loading-screen';
import { WorkloadScreen } from '@/components/workload/workload-screen';

interface WorkloadPageProps {
  params: Promise<{ namespace: string; name: string }>;
}

async function names({ params }: WorkloadPageProps) {
  const { namespace, name } = await params;
  return { namespace: decodeURIComponent(namespace), name: decodeURIComponent(name) };
}

export async function generateMetadata(props: WorkloadPageProps): Promise<Metadata> {
  const { namespace, name } = await names(props);
  return { title: `${name} in ${namespace}` };
}

export default async function WorkloadPage(props: WorkloadPageProps) {
  return (
    <Suspense fallback={<LoadingScreen />}>
      <ClusterGate>
        <WorkloadScreen {...(await names(props))} />
      </ClusterGate>
    </Suspense>
  );
}
