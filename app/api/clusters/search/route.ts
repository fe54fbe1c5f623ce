import { hubView } from '@/app/api/clusters/hub-view';
import { presentHub } from '@/app/api/clusters/present-hub';
import { access } from '@/server/host/runtime';
import { searchAcross } from '@/server/pages/clusters/across/search-across';

export const dynamic = 'force-dynamic';

/** The workloads of all clusters that best match the typed words. */
export const GET = hubView(async ({ url }, _params, person) =>
  searchAcross(await presentHub().told(access().askerOf(person)), new URL(url).searchParams),
);
