import type { Metadata } from 'next';
import { HubPage, type HubPageAsked } from '@/app/clusters/hub-page';
import { ClustersScreen } from '@/components/clusters/clusters-screen';

export const metadata: Metadata = { title: 'Clusters' };

export default function ClustersPage({ searchParams }: HubPageAsked) {
  return (
    <HubPage searchParams={searchParams} path="/api/clusters">
      <ClustersScreen />
    </HubPage>
  );
}
