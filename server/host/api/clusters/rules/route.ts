import { clusterRulesView } from '../../../../pages/clusters/rules/rules-view';
import { access } from '../../../runtime';
import { hubView } from '../hub-view';
import { presentHub } from '../present-hub';

/** One page of the rules of the clusters of a hub, as each last told the person. */
export const GET = hubView(async ({ url }, _params, person) =>
  clusterRulesView(await presentHub().rules(access().askerOf(person)), new URL(url).searchParams),
);
