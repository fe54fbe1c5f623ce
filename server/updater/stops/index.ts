import type { RoleContext } from '../../kube/role-context';
import type { StopScope } from '../../policy/stop';
import type { ChangeRecord, Recorder } from '../../store';
import type { StopsHandle } from '../handle';
import type { StopsView } from '../views';
import { ModeEnforcer } from './mode-enforcer';
import { StopKeeper } from './stop-keeper';

/** The stops of a process; with `enforce` it also keeps the modes in the cluster in agreement with them. */
export class Stops implements StopsHandle {
  readonly keeper: StopKeeper;
  private readonly enforcer: ModeEnforcer;

  constructor(
    private readonly context: RoleContext,
    private readonly recorder: Pick<Recorder, 'record'>,
    { enforce }: { enforce: boolean },
  ) {
    const { client, clock, wallClock, config, caches } = context;
    const log = context.log.child({ room: 'updater' });
    this.keeper = new StopKeeper({
      client,
      clock,
      wallClock,
      log,
      problems: context.problems,
      systemNamespace: config.systemNamespace,
      dataDir: config.dataDir,
    });
    this.enforcer = new ModeEnforcer({
      client,
      vpas: caches.vpas,
      keeper: this.keeper,
      wallClock,
      log,
      rate: config.stopPatchRate,
      changed: ({ metadata }, { from, to }, who) =>
        this.record(who, 'update-mode', metadata.namespace ?? '', metadata.name, 'stop or resume', {
          before: { updateMode: from ?? null },
          after: { updateMode: to ?? null },
        }),
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

  async press(scope: StopScope, who: string): Promise<StopsView> {
    const told = this.keeper.press(scope, { who, atMs: this.context.clock.now() });
    this.recordScope(who, 'stop', scope);
    await told;
    return this.stops();
  }

  async resume(scope: StopScope, who: string): Promise<StopsView> {
    const told = this.keeper.resume(scope, who);
    this.recordScope(who, 'resume', scope);
    await told;
    return this.stops();
  }

  async stop(): Promise<void> {
    await this.enforcer.stop();
    await this.keeper.stop();
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
