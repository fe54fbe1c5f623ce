import type { Metadata } from 'next';
import { HubPage, type HubPageAsked } from '@/app/clusters/hub-page';
import { ApprovalsAcrossScreen } from '@/components/across/approvals-across-screen';

export const metadata: Metadata = { title: 'Approvals of all clusters' };

export default function ApprovalsAcrossPage({ searchParams }: HubPageAsked) {
  return (
    <HubPage searchParams={searchParams} path="/api/clusters/approvals">
      <ApprovalsAcrossScreen />
    </HubPage>
  );
}
