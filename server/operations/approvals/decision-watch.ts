import { readDecision } from '../../decide/features/approvals/decisions';
import type { ClusterContext } from '../../kube/role-context';
import type { WatchCache } from '../../kube/watch-cache';
import type { ChangeApproval } from '../../objects/plumbline-types';
import type { VerticalPodAutoscaler } from '../../objects/vpa-types';
import type { JournalWriter } from '../../store';
import { aboutObject } from '../../words/object-fault';
import { decisionEvent } from './decision-words';

interface DecisionWatchOptions extends Pick<ClusterContext, 'clock' | 'log' | 'events'> {
  readonly approvals: Pick<WatchCache<ChangeApproval>, 'subscribe' | 'seen'>;
  readonly vpas: Pick<WatchCache<VerticalPodAutoscaler>, 'get'>;
  readonly recorder: Pick<JournalWriter, 'record'>;
  /** Whether this process is the one that records what every process sees. */
  isLeading(): boolean;
}

/**
 * Records and tells what people decide in the cluster, such as by kubectl; our own decisions are recorded when made.
 */
export class DecisionWatch {
  /** Made here and recorded already, until the watch has shown them. */
  private readonly ours = new Set<string>();
  private end = (): void => {};

  constructor(private readonly options: DecisionWatchOptions) {}

  start(): void {
    const { approvals } = this.options;
    let isReplay = true;
    this.end = approvals.subscribe({
      added: (object) => {
        const { namespace, name } = object.metadata;
        if (this.ours.delete(`${namespace}/${name}`)) return;
        if (!isReplay && approvals.seen) this.made(object);
      },
    });
    isReplay = false;
  }

  stop(): void {
    this.end();
  }

  /** Announces a decision that we make; the returned function takes it back. */
  expect(namespace: string, name: string): () => void {
    const key = `${namespace}/${name}`;
    this.ours.add(key);
    return () => void this.ours.delete(key);
  }

  private made(object: ChangeApproval): void {
    const { clock, log, events, recorder, vpas, isLeading } = this.options;
    if (!isLeading()) return;
    try {
      const { vpa: name, decision, targets, reason, by, manager } = readDecision(object);
      const { namespace = '' } = object.metadata;
      const program = manager === undefined ? '' : ` (${manager})`;
      recorder.record({
        kind: 'change',
        atMs: clock.now(),
        who: `unknown${program}`,
        change: decision === 'Approved' ? 'approved' : 'rejected',
        namespace,
        name,
        outcome: 'done',
        detail: by === undefined ? '' : `stated as decided by ${by}`,
        before: null,
        after: {
          decision,
          ...(reason !== undefined && { reason }),
          containers: [...targets].map(([container, target]) => ({ name: container, target })),
        },
      });
      const vpa = vpas.get(namespace, name);
      const who = `${by === undefined ? 'somebody unnamed' : `${by}, as it states`}${program}`;
      if (vpa)
        events.emit(decisionEvent(vpa, { decision, by: who, ...(reason !== undefined && { reason }) }));
    } catch (thrown) {
      // The updater reports it.
      log.debug({ err: thrown, about: aboutObject('ChangeApproval', object) }, 'A decision cannot be read');
    }
  }
}
