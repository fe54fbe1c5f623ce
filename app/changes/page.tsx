import type { Metadata } from 'next';
import { PlanScreen } from '@/components/plan/plan-screen';
import { ClusterGate } from '@/components/screens/cluster-gate';

export const metadata: Metadata = { title: 'Planned changes' };

export default function PlanPage() {
  return (
    <ClusterGate>
      <PlanScreen />
    </ClusterGate>
  );
}
