import type { Publishing } from '../../contract/nodes';
import { Leadership } from '../../kube/leadership';
import type { RoleContext } from '../../kube/role-context';
import { errorText } from '../../lib/report/errors';
import { type JudgedNode, staleAfterMs } from '../node-usage-index';
import type { NodesSettings } from '../settings';
import { Publisher } from './publisher';

const LEASE_NAME = 'plumbline-nodes';

/** Publishes what is idle if that is set and this process leads; takes it away if it is not set. */
export class IdlePublishing {
  private readonly publisher: Publisher;
  private readonly leadership: Leadership;
  private wasLeading = false;

  constructor(private readonly context: RoleContext<NodesSettings>) {
    const { client, problems, clock, config } = context;
    this.publisher = new Publisher({
      client,
      problems,
      untilMs: clock.now() + staleAfterMs(clock),
      mayWrite: () => this.leadership.state.kind === 'leading',
    });
    this.leadership = new Leadership(context, {
      room: 'nodes',
      name: LEASE_NAME,
      loop: 'lead the publishers of idle resources',
      isElected: config.leaderElect && config.publishIdle,
      tried: (failure) => this.tell(failure),
    });
  }

  get state(): Publishing {
    return this.context.config.publishIdle ? this.leadership.state.kind : 'off';
  }

  start(): void {
    this.leadership.start();
  }

  stop(): Promise<void> {
    return this.leadership.stop();
  }

  async round(nodes: Iterable<JudgedNode>, nowMs: number, signal: AbortSignal): Promise<void> {
    const isLeading = this.state === 'leading';
    if (isLeading && !this.wasLeading) this.publisher.forget();
    this.wasLeading = isLeading;
    if (isLeading) await this.publisher.publish(nodes, nowMs, signal);
    else if (this.state === 'off') await this.publisher.withdraw(this.context.caches.nodes.list(), signal);
  }

  private tell(failure: unknown): void {
    const { problems } = this.context;
    const about = `Lease ${LEASE_NAME}`;
    if (failure === undefined) problems.clear('idle-not-published', about);
    else problems.report('idle-not-published', about, errorText(failure));
  }
}
