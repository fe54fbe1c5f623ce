import { SETTINGS } from '../../config';
import type { StopsView } from '../../contract/operations';
import { leftToOthers } from '../../decide/pods/served-namespaces';
import type { StopEntry, StopScope } from '../../decide/pods/stop';
import type { RoleContext } from '../../kube/role-context';
import { comesWithin } from '../../lib/time/comes-within';
import { inSlices } from '../../lib/time/slices';
import type { VerticalPodAutoscaler } from '../../objects/vpa-types';
import type { ChangeRecord, JournalWriter } from '../../store';
import { audited, auditedPlace } from '../audited';
import type { OperationsSettings } from '../settings';
import { coveredVpas } from './covered';
import { ModeEnforcer } from './mode-enforcer';
import type { ModePatch } from './mode-patch';
import { ModeProgress } from './mode-progress';
import { StopKeeper } from './stop-keeper';

/** Every start recreates the embedded cluster; its stops survive. */
const EMBEDDED = 'embedded';
/** A stop is answered within this time, whether the cluster has it or not: it is in force here anyway. */
const LONGEST_ANSWER_MS = 800;

/** The stops of a process; with `enforce`, it also sets the modes in the cluster accordingly. */
export class Stops {
  readonly keeper: StopKeeper;
  private readonly progress: ModeProgress;
  private readonly enforcer: ModeEnforcer;

  constructor(
    private readonly context: RoleContext<OperationsSettings>,
    private readonly recorder: JournalWriter,
    private readonly options: { enforce: boolean },
  ) {
    const { client, wallClock, config, caches } = context;
    const log = context.log.child({ room: 'updater' });
    this.keeper = new StopKeeper({
      client,
      wallClock,
      log,
      loops: context.loops,
      problems: context.problems,
      ownNamespace: config.ownNamespace,
      systemNamespace: config.systemNamespace,
      takesOver: options.enforce,
      dataDir: config.dataDir,
      cluster: config.sandbox ? EMBEDDED : client.server,
      reach: config,
    });
    this.progress = new ModeProgress(caches.vpas, this.keeper);
    this.enforcer = new ModeEnforcer({
      client,
      vpas: caches.vpas,
      keeper: this.keeper,
      wallClock,
      log,
      loops: context.loops,
      rate: config.stopPatchRate,
      changing: (vpa, patch, said) => {
        const record = recorder.begin();
        return (isDone) => (isDone ? record(this.modeRecord(vpa, patch, said)) : record());
      },
    });
    caches.start(['vpas']);
    this.keeper.start();
    if (options.enforce) this.enforcer.start();
  }

  /** Whether this process is one that writes what the stops ask for. */
  get enforces(): boolean {
    return this.options.enforce;
  }

  view(): StopsView {
    const { failed } = this.enforcer;
    return {
      stops: this.keeper.list().map(({ scope, entry, inCluster }) => ({ scope, ...entry, inCluster })),
      progress: {
        ...this.progress.now(),
        failed: failed.length,
        lastError: failed.at(-1) ?? this.keeper.lastError,
      },
      outOfReach: this.outOfReach(),
    };
  }

  /**
   * Takes effect in this process before it returns its promise; resolves once the cluster has it, or is known not to.
   */
  press(scope: StopScope, who: string, reason?: string): Promise<StopsView> {
    return this.say('stop', scope, { who, reason });
  }

  resume(scope: StopScope, who: string): Promise<StopsView> {
    return this.say('resume', scope, { who });
  }

  async stop(): Promise<void> {
    await this.enforcer.stop();
    this.progress.stop();
    await this.keeper.stop();
  }

  private outOfReach(): StopsView['outOfReach'] {
    const { config, caches } = this.context;
    const count = {
      all: caches.vpas.size,
      in: (namespace: string) => caches.vpas.sizeOf(namespace),
    };
    return leftToOthers(config, count).map((left) => ({ ...left, setting: SETTINGS[left.setting].env }));
  }

  private async say(
    change: 'stop' | 'resume',
    scope: StopScope,
    { who, reason }: Pick<StopEntry, 'who' | 'reason'>,
  ): Promise<StopsView> {
    const { clock, wallClock, config, caches } = this.context;
    const entry = { who, atMs: clock.now(), ...(reason && { reason }) };
    const isStop = change === 'stop';
    const before = { stopped: !isStop };
    const after = { stopped: isStop, ...(reason && { reason }) };
    const former = this.keeper.state;
    const { told } = await audited(
      { store: this.recorder, clock },
      { who, change, ...auditedPlace(scope), before, after },
      async () => {
        const told = isStop ? this.keeper.press(scope, entry) : this.keeper.resume(scope, entry);
        const states = [former, this.keeper.state] as const;
        return { told, vpas: await inSlices(coveredVpas([...caches.vpas.list()], scope, states)) };
      },
      ({ vpas }) => ({ detail: reason ?? '', after: { ...after, vpas } }),
    );
    const shown = told.then(() =>
      this.options.enforce ? this.progress.caughtUp(wallClock, config.stopPatchRate) : undefined,
    );
    await comesWithin(wallClock, LONGEST_ANSWER_MS, shown);
    return this.view();
  }

  private modeRecord(
    { metadata }: VerticalPodAutoscaler,
    { from, to }: ModePatch,
    { who, reason = '' }: Pick<StopEntry, 'who' | 'reason'>,
  ): ChangeRecord {
    return {
      kind: 'change',
      atMs: this.context.clock.now(),
      who,
      change: 'mode-by-stop',
      namespace: metadata.namespace ?? '',
      name: metadata.name,
      outcome: 'done',
      detail: reason,
      before: { updateMode: from ?? null },
      after: { updateMode: to ?? null },
    };
  }
}
