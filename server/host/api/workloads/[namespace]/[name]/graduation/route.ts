import { graduationOf } from '../../../../../../pages/workloads/graduation';
import { runtime } from '../../../../../runtime';
import { view } from '../../../../view';

/** How a workload earns its update mode; null if its VPA does not ask for that. */
export const GET = view<{ namespace: string; name: string }>((_, { namespace, name }) =>
  graduationOf(runtime(), namespace, name),
);
