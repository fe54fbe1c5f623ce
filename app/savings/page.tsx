import type { Metadata } from 'next';
import { CostsScreen } from '@/components/costs/costs-screen';
import { ClusterGate } from '@/components/screens/cluster-gate';

export const metadata: Metadata = { title: 'Savings' };

export default function CostsPage() {
  return (
    <ClusterGate>
      <CostsScreen />
    </ClusterGate>
  );
}
