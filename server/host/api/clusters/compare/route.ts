import { compareClusters } from '../../../../pages/clusters/across/compare-clusters';
import { access } from '../../../runtime';
import { hubView } from '../hub-view';
import { presentHub } from '../present-hub';

/** The same workload in every cluster that has it. */
export const GET = hubView(async ({ url }, _params, person) =>
  compareClusters(await presentHub().told(access().askerOf(person)), new URL(url).searchParams),
);
