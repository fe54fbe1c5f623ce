import type { Metadata } from 'next';
import { MessagesScreen } from '@/components/messages/notifications-screen';

export const metadata: Metadata = { title: 'Messages' };

export default function MessagesPage() {
  return <MessagesScreen />;
}
