import type { Metadata } from 'next';
import { HubPage, type HubPageAsked } from '@/app/clusters/hub-page';
import { WorkloadsAcrossScreen } from '@/components/across/workloads-across-screen';

export const metadata: Metadata = { title: 'Workloads of all clusters' };

export default function WorkloadsAcrossPage({ searchParams }: HubPageAsked) {
  return (
    <HubPage searchParams={searchParams} path="/api/clusters/workloads">
      <WorkloadsAcrossScreen />
    </HubPage>
  );
}
