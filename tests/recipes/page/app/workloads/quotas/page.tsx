import type { Metadata } from 'next';
import { QuotasScreen } from '@/components/quotas/quotas-screen';
import { ClusterGate } from '@/components/screens/cluster-gate';

export const metadata: Metadata = { title: 'Quotas' };

export default function QuotasPage() {
  return (
    <ClusterGate>
      <QuotasScreen />
    </ClusterGate>
  );
}
