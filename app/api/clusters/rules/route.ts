import { hubView } from '@/app/api/clusters/hub-view';
import { presentHub } from '@/app/api/clusters/present-hub';
import { access } from '@/server/host/runtime';
import { clusterRulesView } from '@/server/pages/clusters/rules/rules-view';

export const dynamic = 'force-dynamic';

/** One page of the rules of the clusters of a hub, as each last told the person. */
export const GET = hubView(async ({ url }, _params, person) =>
  clusterRulesView(await presentHub().rules(access().askerOf(person)), new URL(url).searchParams),
);
