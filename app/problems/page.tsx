import type { Metadata } from 'next';
import { ProblemsScreen } from '@/components/problems/problems-screen';

export const metadata: Metadata = { title: 'Problems' };

export default function ProblemsPage() {
  return <ProblemsScreen />;
}
