import { hubView } from '@/app/api/clusters/hub-view';
import { presentHub } from '@/app/api/clusters/present-hub';
import { access } from '@/server/host/runtime';
import { clusterRuleView } from '@/server/pages/clusters/rules/rule-view';

export const dynamic = 'force-dynamic';

/** A rule in the clusters of a hub, and what differs in each. */
export const GET = hubView<{ name: string }>(async ({ url }, { name }, person) =>
  clusterRuleView(await presentHub().rules(access().askerOf(person)), name, new URL(url).searchParams),
);
