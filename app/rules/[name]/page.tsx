import type { Metadata } from 'next';
import { namesIn } from '@/components/navigation/names-in';
import { RuleScreen } from '@/components/rules/rule-screen';
import { ClusterGate } from '@/components/screens/cluster-gate';

interface PolicyPageProps {
  params: Promise<{ name: string }>;
}

export async function generateMetadata({ params }: PolicyPageProps): Promise<Metadata> {
  return { title: `Rule ${(await namesIn(params)).name}` };
}

export default async function PolicyPage({ params }: PolicyPageProps) {
  const { name } = await namesIn(params);
  return (
    <ClusterGate>
      <RuleScreen name={name} />
    </ClusterGate>
  );
}
