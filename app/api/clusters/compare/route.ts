import { hubView } from '@/app/api/clusters/hub-view';
import { presentHub } from '@/app/api/clusters/present-hub';
import { access } from '@/server/host/runtime';
import { compareClusters } from '@/server/pages/clusters/across/compare-clusters';

export const dynamic = 'force-dynamic';

/** The same workload in every cluster that has it. */
export const GET = hubView(async ({ url }, _params, person) =>
  compareClusters(await presentHub().told(access().askerOf(person)), new URL(url).searchParams),
);
