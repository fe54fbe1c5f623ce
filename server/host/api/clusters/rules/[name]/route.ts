import { clusterRuleView } from '../../../../../pages/clusters/rules/rule-view';
import { access } from '../../../../runtime';
import { hubView } from '../../hub-view';
import { presentHub } from '../../present-hub';

/** A rule in the clusters of a hub, and what differs in each. */
export const GET = hubView<{ name: string }>(async ({ url }, { name }, person) =>
  clusterRuleView(await presentHub().rules(access().askerOf(person)), name, new URL(url).searchParams),
);
