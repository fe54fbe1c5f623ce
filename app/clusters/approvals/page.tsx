import type { Metadata } from 'next';
import { ApprovalsAcrossScreen } from '@/components/across/approvals-across-screen';
import { HubPage, type HubPageAsked } from '@/components/across/hub-page';

export const metadata: Metadata = { title: 'Approvals of all clusters' };

export default function ApprovalsAcrossPage({ searchParams }: HubPageAsked) {
  return (
    <HubPage searchParams={searchParams} path="/api/clusters/approvals">
      <ApprovalsAcrossScreen />
    </HubPage>
  );
}
