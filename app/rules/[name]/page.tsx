import type { Metadata } from 'next';
import { Suspense } from 'react';
import { namesIn } from '@/components/navigation/names-in';
import { RuleScreen } from '@/components/rules/rule-screen';
import { ClusterGate } from '@/components/screens/cluster-gate';
import { LoadingScreen } from '@/components/screens/loading-screen';

interface PolicyPageProps {
  params: Promise<{ name: string }>;
}

export async function generateMetadata({ params }: PolicyPageProps): Promise<Metadata> {
  return { title: `Rule ${(await namesIn(params)).name}` };
}

export default async function PolicyPage({ params }: PolicyPageProps) {
  const { name } = await namesIn(params);
  return (
    <Suspense fallback={<LoadingScreen />}>
      <ClusterGate>
        <RuleScreen name={name} />
      </ClusterGate>
    </Suspense>
  );
}
