import type { Metadata } from 'next';
import { TellingScreen } from '@/components/notifications/notifications-screen';

export const metadata: Metadata = { title: 'Messages' };

export default function TellingPage() {
  return <TellingScreen />;
}
