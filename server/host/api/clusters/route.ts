import { clustersView } from '../../../pages/clusters';
import { access } from '../../runtime';
import { hubView } from './hub-view';
import { presentHub } from './present-hub';

/** One page of the clusters of a hub, as each last answered to the person. */
export const GET = hubView(async ({ url }, _params, person) =>
  clustersView(await presentHub().rows(access().askerOf(person)), new URL(url).searchParams),
);
