import type { Metadata } from 'next';
import { TellingScreen } from '@/components/telling/telling-screen';

export const metadata: Metadata = { title: 'Telling people' };

export default function TellingPage() {
  return <TellingScreen />;
}
