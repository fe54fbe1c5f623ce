import type { RoleContext } from '../../kube/role-context';
import type { StopScope } from '../../policy/stop';
import type { ChangeRecord, Recording } from '../../store';
import type { StopsHandle } from '../handle';
import type { StopsView } from '../views';
import { ModeEnforcer } from './mode-enforcer';
import { StopKeeper } from './stop-keeper';

/** Every start makes the embedded cluster anew; its stops hold all the same. */
const EMBEDDED = 'embedded';
/** A press is answered by then, whether the cluster could be told or not: it holds here anyway. */
const LONGEST_ANSWER_MS = 5_000;

/** The stops of a process; with `enforce` it also keeps the modes in the cluster in agreement with them. */
export class Stops implements StopsHandle {
  readonly keeper: StopKeeper;
  private readonly enforcer: ModeEnforcer;

  constructor(
    private readonly context: RoleContext,
    private readonly recorder: Recording,
    { enforce }: { enforce: boolean },
  ) {
    const { client, wallClock, config, caches } = context;
    const log = context.log.child({ room: 'updater' });
    this.keeper = new StopKeeper({
      client,
      wallClock,
      log,
      problems: context.problems,
      systemNamespace: config.systemNamespace,
      dataDir: config.dataDir,
      cluster: config.sandbox ? EMBEDDED : client.server,
    });
    this.enforcer = new ModeEnforcer({
      client,
      vpas: caches.vpas,
      keeper: this.keeper,
      wallClock,
      log,
      rate: config.stopPatchRate,
      changing: ({ metadata }, { from, to }, who) => {
        const recorded = recorder.begin();
        return (isDone) => {
          if (isDone)
            this.record(who, 'update-mode', metadata.namespace ?? '', metadata.name, 'stop or resume', {
              before: { updateMode: from ?? null },
              after: { updateMode: to ?? null },
            });
          recorded();
        };
      },
    });
    caches.start(['vpas']);
    this.keeper.start();
    if (enforce) this.enforcer.start();
  }

  stops(): StopsView {
    return {
      stops: this.keeper.list().map(({ scope, entry, inCluster }) => ({ scope, ...entry, inCluster })),
      progress: this.enforcer.progress(),
    };
  }

  press(scope: StopScope, who: string): Promise<StopsView> {
    return this.say('stop', scope, who);
  }

  resume(scope: StopScope, who: string): Promise<StopsView> {
    return this.say('resume', scope, who);
  }

  async stop(): Promise<void> {
    await this.enforcer.stop();
    await this.keeper.stop();
  }

  private async say(change: 'stop' | 'resume', scope: StopScope, who: string): Promise<StopsView> {
    const { clock, wallClock } = this.context;
    const recorded = this.recorder.begin();
    const entry = { who, atMs: clock.now() };
    const told = change === 'stop' ? this.keeper.press(scope, entry) : this.keeper.resume(scope, entry);
    this.recordScope(who, change, scope);
    recorded();
    await Promise.race([told, wallClock.sleep(LONGEST_ANSWER_MS)]);
    return this.stops();
  }

  private recordScope(who: string, change: 'stop' | 'resume', scope: StopScope): void {
    const namespace = scope.kind === 'all' ? '' : scope.namespace;
    const name = scope.kind === 'vpa' ? scope.name : '';
    const isStop = change === 'stop';
    this.record(who, change, namespace, name, '', {
      before: { stopped: !isStop },
      after: { stopped: isStop },
    });
  }

  private record(
    who: string,
    change: ChangeRecord['change'],
    namespace: string,
    name: string,
    detail: string,
    { before, after }: { before: unknown; after: unknown },
  ): void {
    const atMs = this.context.clock.now();
    this.recorder.record({
      kind: 'change',
      atMs,
      who,
      change,
      namespace,
      name,
      outcome: 'done',
      detail,
      before,
      after,
    });
  }
}
