import type { Metadata } from 'next';
import { ApprovalsScreen } from '@/components/approvals/approvals-screen';
import { ClusterGate } from '@/components/screens/cluster-gate';

export const metadata: Metadata = { title: 'Approvals' };

export default function ApprovalsPage() {
  return (
    <ClusterGate>
      <ApprovalsScreen />
    </ClusterGate>
  );
}
