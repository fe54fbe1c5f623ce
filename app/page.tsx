import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { FirstAnswers } from '@/app/first-answers';
import { formerListAddress } from '@/components/navigation/former-list-address';
import { OverviewScreen } from '@/components/overview/overview-screen';
import { ClusterGate } from '@/components/screens/cluster-gate';
import { BASE_PATH_HEADER, belowBase } from '@/server/contract/base-path';
import { CLUSTER_HEADER, CLUSTERS, pageIn } from '@/server/contract/cluster-pages';
import { isHubAlone } from '@/server/host/runtime';

interface OverviewPageProps {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function OverviewPage({ searchParams }: OverviewPageProps) {
  const address = formerListAddress(await searchParams);
  const asked = await headers();
  const cluster = asked.get(CLUSTER_HEADER) ?? undefined;
  const elsewhere = address ?? (cluster === undefined && isHubAlone() ? CLUSTERS : undefined);
  if (elsewhere) redirect(belowBase(asked.get(BASE_PATH_HEADER) ?? '', pageIn(cluster, elsewhere)));
  return (
    <FirstAnswers to={['/api/overview']}>
      <ClusterGate>
        <OverviewScreen />
      </ClusterGate>
    </FirstAnswers>
  );
}
