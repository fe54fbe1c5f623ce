import { clusterScopeSchema, clusterStopSchema } from '../../../../contract/requests/cluster-orders';
import { ordering } from '../ordering';

/** Stops in clusters; in force in those that took it before the answer is sent. */
export const POST = ordering('stop', clusterStopSchema);

export const DELETE = ordering('resume', clusterScopeSchema);
