import type { Metadata } from 'next';
import { RulesScreen } from '@/components/rules/rules-screen';
import { ClusterGate } from '@/components/screens/cluster-gate';

export const metadata: Metadata = { title: 'Rules' };

export default function RulesPage() {
  return (
    <ClusterGate>
      <RulesScreen />
    </ClusterGate>
  );
}
