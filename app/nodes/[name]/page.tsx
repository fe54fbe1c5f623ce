import type { Metadata } from 'next';
import { namesIn } from '@/components/navigation/names-in';
import { NodeScreen } from '@/components/nodes/node-screen';
import { ClusterGate } from '@/components/screens/cluster-gate';

interface NodePageProps {
  params: Promise<{ name: string }>;
}

export async function generateMetadata({ params }: NodePageProps): Promise<Metadata> {
  return { title: `Node ${(await namesIn(params)).name}` };
}

export default async function NodePage({ params }: NodePageProps) {
  const { name } = await namesIn(params);
  return (
    <ClusterGate>
      <NodeScreen name={name} />
    </ClusterGate>
  );
}
