import type { GraduationPorts } from '../fleet/graduation/ports';
import type { ClusterContext } from '../kube/role-context';
import type { Operations, OperationsPorts } from '../operations';
import { isStopped } from '../policy/stop';
import type { Journal, Store } from '../store';
import { hpaReverter } from '../updater/act/hpa-back';
import { podReverter } from '../updater/act/put-back';
import { LiveRounds } from '../usage/live-rounds';
import { recordMutations } from './mutation-record';
import type { Offers, Ports } from './roles';

/** What roles may have offered so far. */
type Offered = () => Readonly<Partial<Offers>>;

/** What operations get from rooms they do not import. */
export function operationsPorts(context: ClusterContext, store: Journal, offered: Offered): OperationsPorts {
  return {
    store,
    reverter: podReverter(context),
    hpaReverter: hpaReverter(context),
    planner: () => offered().planner,
    hpaTrial: () => offered().hpaTrial,
    policyTrial: () => offered().policyTrial,
    recommend: (vpa) => offered().recommendations?.recommendationFor(vpa),
    recordsForAll: () => offered().planner?.isLeading ?? false,
  };
}

/** What roles get; with `keepsRecord`, everything they do is recorded. */
export function rolePorts(
  { held, authors }: Operations,
  { journal: store, series, checkpoints }: Store,
  offered: Offered,
  { keepsRecord, replay }: { keepsRecord: boolean; replay: GraduationPorts['replay'] },
): Ports {
  const isHeld = (namespace: string, name: string) => isStopped(held.keeper.state, namespace, name);
  return {
    stops: held.keeper,
    store,
    series,
    checkpoints,
    liveRounds: new LiveRounds(),
    recommendations: () => offered().recommendations,
    isStopped: isHeld,
    graduation: {
      store,
      series,
      replay,
      isStopped: isHeld,
      confidenceOf: (vpa) => offered().recommendations?.learnedOf(vpa),
    },
    heldWorkloads: () => offered().heldWorkloads,
    accepted: (namespace, vpa, who) => authors.note(namespace, vpa, who),
    recorder: keepsRecord ? recordMutations(store) : undefined,
  };
}
