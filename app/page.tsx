import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { Suspense } from 'react';
import { AskFirst } from '@/components/api/ask-first';
import { formerListAddress } from '@/components/navigation/former-list-address';
import { OverviewScreen } from '@/components/overview/overview-screen';
import { ClusterGate } from '@/components/screens/cluster-gate';
import { LoadingScreen } from '@/components/screens/loading-screen';
import { CLUSTER_HEADER, CLUSTERS, pageIn } from '@/server/contract/cluster-pages';
import { isHubAlone } from '@/server/host/runtime';

interface OverviewPageProps {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function OverviewPage({ searchParams }: OverviewPageProps) {
  const address = formerListAddress(await searchParams);
  const cluster = (await headers()).get(CLUSTER_HEADER) ?? undefined;
  if (address) redirect(pageIn(cluster, address));
  if (cluster === undefined && isHubAlone()) redirect(CLUSTERS);
  return (
    <>
      <AskFirst paths={['/api/status', '/api/overview']} />
      <Suspense fallback={<LoadingScreen />}>
        <ClusterGate>
          <OverviewScreen />
        </ClusterGate>
      </Suspense>
    </>
  );
}
