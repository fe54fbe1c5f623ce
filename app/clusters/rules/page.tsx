import type { Metadata } from 'next';
import { RulesAcrossScreen } from '@/components/across/rules-across-screen';

export const metadata: Metadata = { title: 'Rules of all clusters' };

export default function RulesAcrossPage() {
  return <RulesAcrossScreen />;
}
