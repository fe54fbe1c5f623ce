import type { Metadata } from 'next';
import { TryScreen } from '@/components/try/try-screen';

export const metadata: Metadata = { title: 'Try a pod' };

export default function TryPage() {
  return <TryScreen />;
}
