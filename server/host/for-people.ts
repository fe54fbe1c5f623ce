/** What a process needs beside its roles that shows something, or in which somebody acts; one that only admits loads none of it. */
import type { ClusterContext } from '../kube/role-context';
import type { OperationsPorts } from '../operations';
import type { Journal } from '../store';
import { hpaReverter } from '../updater/act/hpa-back';
import { podReverter } from '../updater/act/put-back';
import type { Offered } from './ports';

export { startOperations } from '../operations';
export { Pages } from '../pages';
export { Replays } from '../replay/replays';

/** What operations get from rooms they do not import. */
export function operationsPorts(
  context: ClusterContext,
  store: Journal,
  offered: Offered,
  authorsTold: OperationsPorts['authorsTold'],
): OperationsPorts {
  return {
    store,
    reverter: podReverter(context),
    hpaReverter: hpaReverter(context),
    planner: () => offered().planner,
    hpaTrial: () => offered().hpaTrial,
    ruleTrial: () => offered().ruleTrial,
    recommend: (vpa) => offered().recommendations?.recommendationFor(vpa),
    recordsForAll: () => offered().planner?.isLeading ?? false,
    authorsTold,
  };
}
