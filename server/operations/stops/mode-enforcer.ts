import { setMaxListeners } from 'node:events';
import { type StopEntry, stopFor } from '../../decide/pods/stop';
import { isKubeError, MERGE_PATCH } from '../../kube/client';
import { isRefusal } from '../../kube/failures';
import { TokenBucket } from '../../kube/rate-limit';
import type { ClusterContext } from '../../kube/role-context';
import type { WatchCache } from '../../kube/watch-cache';
import { errorText } from '../../lib/report/errors';
import { type Repeating, type RunOutcome, repeat } from '../../lib/time/repeat';
import { keyOf } from '../../objects/object-key';
import { API_RESOURCES, pathOf } from '../../objects/resources';
import type { VerticalPodAutoscaler } from '../../objects/vpa-types';
import { type ModePatch, modePatch, needsPatch } from './mode-patch';
import type { StopKeeper } from './stop-keeper';

interface ModeEnforcerOptions extends Pick<ClusterContext, 'wallClock' | 'log' | 'client' | 'loops'> {
  vpas: WatchCache<VerticalPodAutoscaler>;
  keeper: StopKeeper;
  /** Patches per second. */
  rate: number;
  /** Called before a mode is set or restored, with who said so and why; the returned function with the outcome. */
  changing(
    vpa: VerticalPodAutoscaler,
    patch: ModePatch,
    said: Pick<StopEntry, 'who' | 'reason'>,
  ): (isDone: boolean) => void;
}

const WORKERS = 16;
/** Failures are retried after this time, and less often while some still fail. */
const AGAIN = { firstMs: 1_000, longestMs: 5_000 };

/** Sets the mode of every VPA in the cluster according to the stops in force, at a bounded rate. */
export class ModeEnforcer {
  private readonly queue = new Set<string>();
  private readonly failures = new Map<string, string>();
  /** Patches without an answer; the next version of the VPA shows whether they were done. */
  private readonly unanswered = new Map<string, { kind: ModePatch['kind']; settle(isDone: boolean): void }>();
  private readonly bucket: TokenBucket;
  private readonly stopping = new AbortController();
  private readonly ends: (() => void)[] = [];
  private again: Repeating | undefined;
  private readonly working = new Set<Promise<void>>();
  /** Workers that will check the queue again. */
  private active = 0;

  constructor(private readonly options: ModeEnforcerOptions) {
    setMaxListeners(3 * WORKERS, this.stopping.signal);
    this.bucket = new TokenBucket(options.rate, options.rate, options.wallClock);
  }

  start(): void {
    const { vpas, keeper } = this.options;
    this.ends.push(
      vpas.subscribe({
        added: (vpa) => this.look(vpa),
        updated: (_former, vpa) => this.look(vpa),
        deleted: (vpa) => {
          this.failures.delete(keyOf(vpa.metadata));
          this.settle(keyOf(vpa.metadata), false);
        },
      }),
      keeper.onChange(() => void this.lookAtAll()),
    );
    const { wallClock, loops } = this.options;
    this.again = repeat({
      name: 'set modes again',
      everyMs: AGAIN.firstMs,
      backoff: AGAIN,
      clock: wallClock,
      wallClock,
      loops,
      run: () => this.lookAgain(),
    });
  }

  /** Why modes could not be set at the last attempt, one message per VPA. */
  get failed(): readonly string[] {
    return [...this.failures.values()];
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    for (const end of this.ends) end();
    await this.again?.stop();
    await Promise.all(this.working);
  }

  /** The stop itself is on its way when listeners are called: telling other processes comes before modes. */
  private async lookAtAll(): Promise<void> {
    const { keeper, vpas } = this.options;
    await Promise.resolve();
    await keeper.firstTold;
    // Several processes start at different ends, so that they seldom patch the same VPA.
    for (const vpa of rotated([...vpas.list()], Math.random())) this.look(vpa);
  }

  private look(vpa: VerticalPodAutoscaler): void {
    const key = keyOf(vpa.metadata);
    if (!needsPatch(vpa, this.options.keeper.state)) {
      this.queue.delete(key);
      this.failures.delete(key);
      this.settle(key, true);
      return;
    }
    this.queue.add(key);
    if (this.active >= WORKERS) return;
    this.active++;
    const worker: Promise<void> = this.work().finally(() => this.working.delete(worker));
    this.working.add(worker);
  }

  private async work(): Promise<void> {
    const { signal } = this.stopping;
    try {
      for (let key = this.dequeue(); key !== undefined && !signal.aborted; key = this.dequeue()) {
        try {
          await this.bucket.take(signal);
          await this.enforce(key);
          this.failures.delete(key);
        } catch (error) {
          if (signal.aborted) return;
          this.noteFailure(key, error);
        }
      }
    } finally {
      this.active--;
    }
  }

  private dequeue(): string | undefined {
    const [key] = this.queue;
    if (key !== undefined) this.queue.delete(key);
    return key;
  }

  private async enforce(key: string): Promise<void> {
    const { client, vpas, keeper, changing } = this.options;
    const [namespace = '', name = ''] = key.split('/');
    const vpa = vpas.get(namespace, name);
    const patch = vpa && modePatch(vpa, keeper.state);
    if (!vpa || !patch) return;
    const stop = stopFor(keeper.state, namespace, name);
    const said = stop?.entry ?? { who: keeper.resumedBy(namespace, name) };
    const former = this.unanswered.get(key);
    const isAgain = former?.kind === patch.kind;
    if (!isAgain) this.settle(key, false);
    this.unanswered.delete(key);
    const settle = isAgain ? former.settle : changing(vpa, patch, said);
    try {
      await client.request('PATCH', pathOf(API_RESOURCES.vpas, namespace, name), {
        body: patch.body,
        contentType: MERGE_PATCH,
        signal: this.stopping.signal,
        priority: 'apart',
      });
      settle(true);
    } catch (error) {
      // A conflict may be with our own patch that was never answered.
      if (isRefusal(error) && !(isAgain && error.kind === 'conflict')) settle(false);
      else this.unanswered.set(key, { kind: patch.kind, settle });
      throw error;
    }
  }

  private settle(key: string, isDone: boolean): void {
    this.unanswered.get(key)?.settle(isDone);
    this.unanswered.delete(key);
  }

  /**
   * After a conflict, the newer version is handled when it arrives; everything else is retried after a pause.
   */
  private noteFailure(key: string, error: unknown): void {
    if (isKubeError(error, 'not-found', 'conflict')) return;
    this.failures.set(key, errorText(error));
    this.options.log.warn({ err: error, vpa: key }, 'The mode of a VPA could not be set');
  }

  private lookAgain(): RunOutcome {
    const { vpas } = this.options;
    for (const key of [...this.failures.keys()]) {
      const [namespace = '', name = ''] = key.split('/');
      const vpa = vpas.get(namespace, name);
      if (vpa) this.look(vpa);
      else this.failures.delete(key);
    }
    return this.failures.size > 0 ? 'retry' : 'done';
  }
}

function rotated<T>(items: readonly T[], share: number): T[] {
  const first = Math.floor(items.length * share);
  return [...items.slice(first), ...items.slice(0, first)];
}
