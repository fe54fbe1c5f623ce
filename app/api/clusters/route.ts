import { view } from '@/app/api/view';
import { AppError } from '@/server/errors';
import { access, runtime } from '@/server/host/runtime';
import { clustersView } from '@/server/pages/clusters';

export const dynamic = 'force-dynamic';

/** One page of the clusters of a hub, as each last answered to the person. */
export const GET = view(
  async ({ url }, _params, person) => {
    const { hub } = runtime();
    if (!hub) throw new AppError('not-found', 'PLUMBLINE_CLUSTERS names no clusters here');
    return clustersView(await hub.rows(access().askerOf(person)), new URL(url).searchParams);
  },
  { entry: 'person' },
);
