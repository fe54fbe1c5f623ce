import type { Metadata } from 'next';
import { HubPage, type HubPageAsked } from '@/components/across/hub-page';
import { ClustersScreen } from '@/components/clusters/clusters-screen';

export const metadata: Metadata = { title: 'Clusters' };

export default function ClustersPage({ searchParams }: HubPageAsked) {
  return (
    <HubPage searchParams={searchParams} path="/api/clusters">
      <ClustersScreen />
    </HubPage>
  );
}
