import type { Metadata } from 'next';
import { HubPage, type HubPageAsked } from '@/app/clusters/hub-page';
import { RecordAcrossScreen } from '@/components/across/record-across-screen';

export const metadata: Metadata = { title: 'Audit of all clusters' };

export default function RecordAcrossPage({ searchParams }: HubPageAsked) {
  return (
    <HubPage searchParams={searchParams} path="/api/clusters/record">
      <RecordAcrossScreen />
    </HubPage>
  );
}
