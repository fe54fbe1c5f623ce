import { searchAcross } from '../../../../pages/clusters/across/search-across';
import { access } from '../../../runtime';
import { hubView } from '../hub-view';
import { presentHub } from '../present-hub';

/** The workloads of all clusters that best match the typed words. */
export const GET = hubView(async ({ url }, _params, person) =>
  searchAcross(await presentHub().told(access().askerOf(person)), new URL(url).searchParams),
);
