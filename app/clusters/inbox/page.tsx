import type { Metadata } from 'next';
import { HubPage, type HubPageAsked } from '@/app/clusters/hub-page';
import { InboxAcrossScreen } from '@/components/across/inbox-across-screen';

export const metadata: Metadata = { title: 'Inbox of all clusters' };

export default function InboxAcrossPage({ searchParams }: HubPageAsked) {
  return (
    <HubPage searchParams={searchParams} path="/api/clusters/inbox">
      <InboxAcrossScreen />
    </HubPage>
  );
}
