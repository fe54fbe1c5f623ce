import type { Metadata } from 'next';
import { FirstAnswers } from '@/app/first-answers';
import { ClusterGate } from '@/components/screens/cluster-gate';
import { WorkloadsBy } from '@/components/workloads/workloads-by';

export const metadata: Metadata = { title: 'Workloads' };

interface WorkloadsPageProps {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function WorkloadsPage({ searchParams }: WorkloadsPageProps) {
  const isWhole = Object.keys(await searchParams).length === 0;
  return (
    <FirstAnswers to={isWhole ? ['/api/workloads?'] : []}>
      <ClusterGate>
        <WorkloadsBy />
      </ClusterGate>
    </FirstAnswers>
  );
}
