import { clusterScopeSchema } from '../../../../../contract/requests/cluster-orders';
import { ordering } from '../../ordering';

/** Resizes pods in clusters back to their templates. */
export const POST = ordering('revert', clusterScopeSchema);
