import type { Metadata } from 'next';
import { ApprovalScreen } from '@/components/approvals/approval-screen';
import { namesIn } from '@/components/navigation/names-in';
import { ClusterGate } from '@/components/screens/cluster-gate';

interface ApprovalPageProps {
  params: Promise<{ namespace: string; name: string }>;
}

export async function generateMetadata({ params }: ApprovalPageProps): Promise<Metadata> {
  const { namespace, name } = await namesIn(params);
  return { title: `Approvals of ${namespace}/${name}` };
}

export default async function ApprovalPage({ params }: ApprovalPageProps) {
  return (
    <ClusterGate>
      <ApprovalScreen {...(await namesIn(params))} />
    </ClusterGate>
  );
}
