import { isStopped } from '../decide/pods/stop';
import type { MessagesPorts } from '../messages/ports';
import type { Standing } from '../operations/standing';
import type { GraduationPorts } from '../rules/graduation/ports';
import type { Store } from '../store';
import { LiveRounds } from '../usage/live-rounds';
import { recordMutations } from './mutation-record';
import type { Publisher } from './peers/publisher';
import type { Offers, Ports } from './roles';

/** What roles may have offered so far. */
export type Offered = () => Readonly<Partial<Offers>>;

interface Recording {
  /** Whether everything that roles do is recorded here; if not, admission tells it to the process beside this one. */
  keepsRecord: boolean;
  publisher: Publisher | undefined;
  replay: GraduationPorts['replay'];
  inbox: MessagesPorts['inbox'];
}

export function rolePorts(
  { stops, authors, prices }: Standing,
  { journal: store, series, checkpoints, nodePeaks }: Store,
  offered: Offered,
  { keepsRecord, replay, publisher, inbox }: Recording,
): Ports {
  const isHeld = (namespace: string, name: string) => isStopped(stops.keeper.state, namespace, name);
  return {
    stops: stops.keeper,
    store,
    series,
    checkpoints,
    savedPeaks: nodePeaks,
    liveRounds: new LiveRounds(),
    prices: () => prices.reckoned,
    recommendations: () => offered().recommendations,
    nodePeaks: () => offered().nodePeaks,
    isStopped: isHeld,
    graduation: {
      store,
      series,
      replay,
      isStopped: isHeld,
      confidenceOf: (vpa) => offered().recommendations?.learnedOf(vpa),
    },
    inbox,
    heldWorkloads: () => offered().heldWorkloads,
    accepted: (namespace, vpa, who) => {
      authors.note(namespace, vpa, who);
      publisher?.note({ namespace, vpa, who });
    },
    recorder: keepsRecord ? recordMutations(store) : publisher?.recorder,
  };
}
