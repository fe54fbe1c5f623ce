import type { Metadata } from 'next';
import { Suspense } from 'react';
import { ApprovalScreen } from '@/components/approvals/approval-screen';
import { ClusterGate } from '@/components/screens/cluster-gate';
import { LoadingScreen } from '@/components/screens/loading-screen';

interface ApprovalPageProps {
  params: Promise<{ namespace: string; name: string }>;
}

export async function generateMetadata({ params }: ApprovalPageProps): Promise<Metadata> {
  const { namespace, name } = await params;
  return { title: `Approvals of ${decodeURIComponent(namespace)}/${decodeURIComponent(name)}` };
}

export default async function ApprovalPage({ params }: ApprovalPageProps) {
  const { namespace, name } = await params;
  return (
    <Suspense fallback={<LoadingScreen />}>
      <ClusterGate>
        <ApprovalScreen namespace={decodeURIComponent(namespace)} name={decodeURIComponent(name)} />
      </ClusterGate>
    </Suspense>
  );
}
