import { redirect } from 'next/navigation';
import { Suspense } from 'react';
import { AskFirst } from '@/components/api/ask-first';
import { formerListAddress } from '@/components/navigation/former-list-address';
import { OverviewScreen } from '@/components/overview/overview-screen';
import { ClusterGate } from '@/components/screens/cluster-gate';
import { LoadingScreen } from '@/components/screens/loading-screen';
import { isHubAlone } from '@/server/host/runtime';

interface OverviewPageProps {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function OverviewPage({ searchParams }: OverviewPageProps) {
  const address = formerListAddress(await searchParams);
  if (address) redirect(address);
  if (isHubAlone()) redirect('/clusters');
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
