import type { Metadata } from 'next';
import { CompareScreen } from '@/components/across/compare-screen';

export const metadata: Metadata = { title: 'A workload in all clusters' };

export default function ComparePage() {
  return <CompareScreen />;
}
