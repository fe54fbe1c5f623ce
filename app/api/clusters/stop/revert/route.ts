import { clusterScopeSchema } from '@/server/contract/requests/cluster-orders';
import { ordering } from '../../ordering';

export const dynamic = 'force-dynamic';

/** Resizes pods in clusters back to their templates. */
export const POST = ordering('revert', clusterScopeSchema);
