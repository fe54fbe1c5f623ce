import { isKubeError } from '../../kube/client';
import { isConnectionLost } from '../../kube/errors';
import type { ClusterContext } from '../../kube/role-context';
import { patchStatus, type StatusPatch } from '../../kube/vpa-status';
import type { WatchCache } from '../../kube/watch-cache';
import { errorText } from '../../lib/report/errors';
import { toKubeTime } from '../../lib/time/clock';
import { type Repeating, type RunOutcome, repeat } from '../../lib/time/repeat';
import { keyOf } from '../../objects/object-key';
import type { Pod } from '../../objects/types';
import { byType, trueCondition, vpaConditions } from '../../objects/vpa-conditions';
import type { VerticalPodAutoscaler, VpaCondition, VpaConditionType } from '../../objects/vpa-types';
import { aboutVpa } from '../../words/object-fault';
import type { Unpatched, UnpatchedWatch } from './unpatched';

interface UnpatchedConditionsOptions
  extends Pick<ClusterContext, 'wallClock' | 'problems' | 'client' | 'loops'> {
  vpas: WatchCache<VerticalPodAutoscaler>;
  pods: WatchCache<Pod>;
  /** Whether the settings make this process serve a VPA. */
  isServed: (vpa: VerticalPodAutoscaler) => boolean;
  unpatched: UnpatchedWatch;
  everyMs?: number;
}

const TYPE: VpaConditionType = 'PodsUnpatched';
const LOOK_EVERY_MS = 1_000;
/**
 * Checks between two writes to one VPA: another writer that keeps removing the condition is not fought
 * harder.
 */
const AGAIN_AFTER_LOOKS = 5;

/**
 * Sets the condition PodsUnpatched on every VPA whose newest pods were created without their patch, and on no
 * other: for people to see, and for every updater to stop evicting. Repeatedly corrects the cluster if others
 * write it.
 */
export class UnpatchedConditions {
  private readonly carrying = new Map<string, VerticalPodAutoscaler>();
  /** The message this process last wrote, and when, by VPA. */
  private readonly wrote = new Map<string, { message: string; atMs: number }>();
  /** VPAs whose condition could not be written, as named in problems. */
  private readonly unwritten = new Map<string, string>();
  private readonly everyMs: number;
  private readonly end: () => void;
  private repeating?: Repeating;

  constructor(private readonly options: UnpatchedConditionsOptions) {
    const { vpas, unpatched } = options;
    this.everyMs = options.everyMs ?? LOOK_EVERY_MS;
    this.end = vpas.subscribe({
      added: (vpa) => this.look(vpa),
      updated: (former, vpa) => {
        if (former.metadata.uid !== vpa.metadata.uid) unpatched.forget(former);
        else if (former.metadata.generation !== vpa.metadata.generation) unpatched.changed(vpa);
        this.look(vpa);
      },
      deleted: (vpa) => {
        this.carrying.delete(keyOf(vpa.metadata));
        this.wrote.delete(keyOf(vpa.metadata));
        unpatched.forget(vpa);
      },
    });
  }

  start(): void {
    const { wallClock, loops } = this.options;
    this.repeating = repeat({
      name: 'mark unpatched VPAs',
      everyMs: this.everyMs,
      clock: wallClock,
      wallClock,
      loops,
      run: (signal) => this.run(signal),
    });
  }

  /** Stops; conditions stay, since other replicas and the next start continue from them. */
  async stop(): Promise<void> {
    this.end();
    await this.repeating?.stop();
  }

  private look(vpa: VerticalPodAutoscaler): void {
    if (trueCondition(vpa.status, TYPE) && this.options.isServed(vpa))
      this.carrying.set(keyOf(vpa.metadata), vpa);
    else this.carrying.delete(keyOf(vpa.metadata));
  }

  private async run(signal: AbortSignal): Promise<RunOutcome> {
    const { vpas, pods } = this.options;
    if (vpas.seen && pods.seen) await this.agree(signal);
    return 'done';
  }

  /** One VPA after the other, so that the lease never waits behind them. */
  private async agree(signal: AbortSignal): Promise<void> {
    const { unpatched, vpas } = this.options;
    unpatched.adopt(
      [...this.carrying.values()].map((vpa) => ({
        vpa,
        sinceMs: Date.parse(trueCondition(vpa.status, TYPE)?.lastTransitionTime ?? '') || 0,
      })),
    );
    const wanted = new Map(unpatched.list().map((one) => [`${one.namespace}/${one.vpa}`, one]));
    const looked = new Set([...wanted.keys(), ...this.carrying.keys()]);
    for (const [key, about] of this.unwritten) if (!looked.has(key)) this.isSettled(key, about);
    for (const key of looked) {
      if (signal.aborted) return;
      const one = wanted.get(key);
      const vpa = one ? vpas.get(one.namespace, one.vpa) : this.carrying.get(key);
      if (vpa && this.isDue(key, vpa, one) && !(await this.write(key, vpa, one))) return;
    }
  }

  private isDue(key: string, vpa: VerticalPodAutoscaler, one: Unpatched | undefined): boolean {
    const wrote = this.wrote.get(key);
    const againMs = (wrote?.atMs ?? 0) + this.everyMs * AGAIN_AFTER_LOOKS;
    if (one && this.options.wallClock.steady() < againMs) return false;
    const there = trueCondition(vpa.status, TYPE);
    if (!there || !one) return true;
    // Another replica may have another count: it stays until there is something new to report.
    const message = messageOf(one);
    return one.pods > 0 && there.message !== message && wrote?.message !== message;
  }

  /** Returns whether to continue with the next. */
  private async write(key: string, vpa: VerticalPodAutoscaler, one: Unpatched | undefined): Promise<boolean> {
    const { client, wallClock, problems } = this.options;
    const about = `${aboutVpa(vpa.metadata)}, condition ${TYPE}`;
    if (one) this.wrote.set(key, { message: messageOf(one), atMs: wallClock.steady() });
    else this.wrote.delete(key);
    try {
      const written = await patchStatus(client, vpa, (latest) =>
        one ? withUnpatched(latest, one) : withoutUnpatched(latest),
      );
      if (written) this.look(written);
      this.isSettled(key, about);
    } catch (thrown) {
      if (isConnectionLost(thrown)) return false;
      if (!isKubeError(thrown) || isKubeError(thrown, 'forbidden', 'invalid', 'server')) {
        const detail = errorText(thrown);
        this.unwritten.set(key, about);
        problems.report('status-not-written', about, detail);
      }
    }
    return true;
  }

  /** The condition is right, or its VPA is gone. */
  private isSettled(key: string, about: string): void {
    if (this.unwritten.delete(key)) this.options.problems.clear('status-not-written', about);
  }
}

/** The status without our condition; undefined if it has none. */
function withoutUnpatched({ status }: VerticalPodAutoscaler): StatusPatch | undefined {
  const conditions = vpaConditions(status);
  const others = conditions.filter(({ type }) => type !== TYPE);
  return others.length < conditions.length ? { conditions: others } : undefined;
}

/** The status with our condition; undefined if it has it already. */
function withUnpatched({ status }: VerticalPodAutoscaler, one: Unpatched): StatusPatch | undefined {
  const conditions = vpaConditions(status);
  const known = conditions.find(({ type }) => type === TYPE);
  const since = known?.status === 'True' ? known.lastTransitionTime : undefined;
  const others = conditions.filter(({ type }) => type !== TYPE);
  const next: VpaCondition = {
    type: TYPE,
    status: 'True',
    reason: 'CreatedWithoutPatch',
    message: messageOf(one),
    lastTransitionTime: since ?? toKubeTime(one.firstMs),
  };
  return since && known?.message === next.message ? undefined : { conditions: byType([...others, next]) };
}

function messageOf({ pods, lastMs }: Unpatched): string {
  const [who, which] = pods > 1 ? [`${pods} pods were`, 'the last '] : ['1 pod was', ''];
  return `${who} created without the recommendation, ${which}at ${toKubeTime(lastMs)}`;
}
