import type { Metadata } from 'next';
import { Suspense } from 'react';
import { InboxAcrossScreen } from '@/components/across/inbox-across-screen';
import { LoadingScreen } from '@/components/screens/loading-screen';

export const metadata: Metadata = { title: 'Inbox of all clusters' };

export default function InboxAcrossPage() {
  return (
    <Suspense fallback={<LoadingScreen />}>
      <InboxAcrossScreen />
    </Suspense>
  );
}
