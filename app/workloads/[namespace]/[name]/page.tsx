import type { Metadata } from 'next';
import { FirstAnswers } from '@/app/first-answers';
import { objectPath } from '@/components/api/paths';
import { namesIn } from '@/components/navigation/names-in';
import { ClusterGate } from '@/components/screens/cluster-gate';
import { WorkloadScreen } from '@/components/workload/workload-screen';

interface WorkloadPageProps {
  params: Promise<{ namespace: string; name: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export async function generateMetadata({ params }: WorkloadPageProps): Promise<Metadata> {
  const { namespace, name } = await namesIn(params);
  return { title: `${name} in ${namespace}` };
}

export default async function WorkloadPage({ params, searchParams }: WorkloadPageProps) {
  const names = await namesIn(params);
  const isWhole = (await searchParams).group === undefined;
  const path = objectPath('/api/workloads', names.namespace, names.name);
  return (
    <FirstAnswers to={isWhole ? [path] : []}>
      <ClusterGate>
        <WorkloadScreen {...names} />
      </ClusterGate>
    </FirstAnswers>
  );
}
