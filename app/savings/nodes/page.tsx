import type { Metadata } from 'next';
import { NodesScreen } from '@/components/nodes/nodes-screen';
import { ClusterGate } from '@/components/screens/cluster-gate';

export const metadata: Metadata = { title: 'Nodes' };

export default function NodesPage() {
  return (
    <ClusterGate>
      <NodesScreen />
    </ClusterGate>
  );
}
