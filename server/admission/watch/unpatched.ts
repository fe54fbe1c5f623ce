import type { CompiledVpa } from '../../decide/pods/compiled-vpa';
import { OBSERVED_ANNOTATION } from '../../decide/pods/pod-annotations';
import type { ProblemReporter } from '../../kube/problems';
import type { WatchCache } from '../../kube/watch-cache';
import type { Clock } from '../../lib/time/clock';
import { keyOf } from '../../objects/object-key';
import type { Pod } from '../../objects/types';
import type { VerticalPodAutoscaler } from '../../objects/vpa-types';
import { aboutVpa } from '../../words/object-fault';

interface UnpatchedWatchOptions {
  pods: WatchCache<Pod>;
  /** The VPA that controls a pod, if admission should have acted on it. */
  controlling: (pod: Pod) => CompiledVpa | undefined;
  /** Whether the webhook is asked about new pods of this namespace. */
  isAsked: (namespace: string) => boolean;
  /** Whether the patch annotation came with the pod's template and so says nothing about this pod. */
  isMarkCopied: (pod: Pod) => boolean;
  /** The cluster clock. */
  clock: Clock;
  problems: ProblemReporter;
  metrics: { unpatchedPods: { inc(): void }; unpatchedVpas: { set(count: number): void } };
  /** Real time for which a registration, a VPA or a change may not apply to a new pod yet. */
  graceMs?: number;
}

/** Pods of a VPA that were created without their patch. */
export interface Unpatched {
  namespace: string;
  vpa: string;
  pods: number;
  /** When the first and the last were created, by the API server's clock. */
  firstMs: number;
  lastMs: number;
  /** When the last was seen here, by our clock. */
  seenMs: number;
}

/** This many pods in a row, of any VPA, without one review in between: reviews do not arrive. */
const GENERAL_AFTER = 5;
/** After this long without another such pod the state is unknown; the next pod decides. */
const FORGOTTEN_AFTER_MS = 30 * 60_000;
const GRACE_MS = 5_000;

/**
 * Watches whether pods that a VPA controls are really created with their patch. Evicting is useless if they
 * are not.
 */
export class UnpatchedWatch {
  private readonly byVpa = new Map<string, Unpatched>();
  /** When the newest patched pod was created, by VPA. */
  private readonly patchedMs = new Map<string, number>();
  /** When the spec of a VPA last changed, as far as this process saw. */
  private readonly changedMs = new Map<string, number>();
  private readonly graceMs: number;
  private inARow = 0;
  /**
   * From when on pods should have their patch, by our clock; and the newest pod by then, by the API server's.
   */
  private expecting?: { fromMs: number; newestMs: number };
  private readonly end: () => void;

  constructor(private readonly options: UnpatchedWatchOptions) {
    // Reviews take real time, however fast the cluster clock runs.
    this.graceMs = (options.graceMs ?? GRACE_MS) * options.clock.speed;
    this.end = options.pods.subscribe({ added: (pod) => this.saw(pod) });
  }

  close(): void {
    this.end();
  }

  /** Reviews should arrive from now on; earlier pods prove nothing. */
  expectFromNow(): void {
    if (this.expecting) return;
    let newestMs = 0;
    for (const pod of this.options.pods.list()) newestMs = Math.max(newestMs, createdMs(pod));
    this.expecting = { fromMs: this.options.clock.now() + this.graceMs, newestMs };
  }

  /** A reviewed pod got no patch: the API server reaches the webhook, so it is not all pods. */
  cameThrough(): void {
    this.inARow = 0;
  }

  /** A VPA has changed; pods being created may not know yet. */
  changed(vpa: VerticalPodAutoscaler): void {
    this.changedMs.set(keyOf(vpa.metadata), this.options.clock.now());
  }

  /** A VPA is gone. */
  forget({ metadata }: VerticalPodAutoscaler): void {
    const key = keyOf(metadata);
    this.patchedMs.delete(key);
    this.changedMs.delete(key);
    this.drop(key);
  }

  /**
   * Takes over the report about VPAs from another process, or from before a restart: their pods have been
   * created without a patch since `sinceMs`. The existing pods decide how it continues.
   */
  adopt(said: readonly { vpa: VerticalPodAutoscaler; sinceMs: number }[]): void {
    const taken = said.filter(({ vpa, sinceMs }) => this.adoptOne(vpa, sinceMs));
    const keys = new Set(taken.map(({ vpa }) => keyOf(vpa.metadata)));
    for (const namespace of new Set(taken.map(({ vpa }) => vpa.metadata.namespace)))
      for (const pod of [...this.options.pods.list(namespace)].sort((a, b) => createdMs(a) - createdMs(b)))
        this.saw(pod, keys);
  }

  /** VPAs whose newest pods were created without a patch. */
  list(): Unpatched[] {
    this.forgetOld();
    return [...this.byVpa.values()];
  }

  /** What is wrong with all pods alike; undefined if nothing is. */
  fault(): string | undefined {
    this.forgetOld();
    if (this.byVpa.size === 0) this.inARow = 0;
    return this.inARow >= GENERAL_AFTER
      ? `the last ${this.inARow} pods that a VPA controls were created without a patch`
      : undefined;
  }

  private adoptOne({ metadata }: VerticalPodAutoscaler, sinceMs: number): boolean {
    const key = keyOf(metadata);
    const isOutdated = sinceMs <= (this.patchedMs.get(key) ?? Number.NEGATIVE_INFINITY);
    if (this.byVpa.has(key) || isOutdated) return false;
    const { namespace = '', name } = metadata;
    const seenMs = Math.min(sinceMs, this.options.clock.now());
    this.keep(key, { namespace, vpa: name, pods: 0, firstMs: sinceMs, lastMs: sinceMs, seenMs });
    return true;
  }

  /** `only`: a pod seen before, which is new only for the VPAs with these keys. */
  private saw(pod: Pod, only?: ReadonlySet<string>): void {
    const madeMs = createdMs(pod);
    const seenMs = only ? madeMs : this.options.clock.now();
    const isRecent = !only && this.isExpected(madeMs, seenMs);
    if (!isRecent && this.byVpa.size === 0) return;
    const controlling = this.options.controlling(pod);
    if (!controlling) return;
    const key = keyOf(controlling.vpa.metadata);
    const known = this.byVpa.get(key);
    if (only && !only.has(key)) return;
    if (!isRecent && !(known && madeMs >= known.firstMs)) return;
    if (pod.metadata.annotations?.[OBSERVED_ANNOTATION] === undefined) {
      if (!this.shouldHavePatch(controlling, key, madeMs, seenMs)) return;
      this.missed(controlling, key, madeMs, seenMs);
      if (!isRecent) return;
      if (this.options.isAsked(controlling.namespace)) this.inARow++;
      this.options.metrics.unpatchedPods.inc();
    } else if (!this.options.isMarkCopied(pod) && madeMs >= (known?.lastMs ?? 0)) {
      this.inARow = 0;
      this.patchedMs.set(key, madeMs);
      this.drop(key);
    }
  }

  /** Times are compared only within one clock, so that clock differences do not matter. */
  private isExpected(madeMs: number, seenMs: number): boolean {
    const { expecting } = this;
    return expecting !== undefined && seenMs >= expecting.fromMs && madeMs > expecting.newestMs;
  }

  private shouldHavePatch({ vpa }: CompiledVpa, key: string, madeMs: number, seenMs: number): boolean {
    const vpaMadeMs = Date.parse(vpa.metadata.creationTimestamp ?? '') || 0;
    return (
      madeMs >= vpaMadeMs + this.graceMs &&
      seenMs >= (this.changedMs.get(key) ?? 0) + this.graceMs &&
      madeMs >= (this.patchedMs.get(key) ?? 0)
    );
  }

  private missed({ namespace, name }: CompiledVpa, key: string, madeMs: number, seenMs: number): void {
    const first = { namespace, vpa: name, pods: 0, firstMs: madeMs, lastMs: madeMs, seenMs };
    const known = this.byVpa.get(key) ?? first;
    known.pods++;
    known.lastMs = Math.max(known.lastMs, madeMs);
    known.seenMs = Math.max(known.seenMs, seenMs);
    this.keep(key, known);
  }

  private keep(key: string, one: Unpatched): void {
    this.byVpa.set(key, one);
    this.options.metrics.unpatchedVpas.set(this.byVpa.size);
    const detail = one.pods > 0 ? `${one.pods} ${one.pods === 1 ? 'pod' : 'pods'}` : undefined;
    this.options.problems.report('pods-unpatched', aboutUnpatched(one), detail);
  }

  private forgetOld(): void {
    const oldest = this.options.clock.now() - FORGOTTEN_AFTER_MS;
    for (const [key, { seenMs }] of this.byVpa) if (seenMs < oldest) this.drop(key);
  }

  private drop(key: string): void {
    const known = this.byVpa.get(key);
    if (!known) return;
    this.byVpa.delete(key);
    this.options.metrics.unpatchedVpas.set(this.byVpa.size);
    this.options.problems.clear('pods-unpatched', aboutUnpatched(known));
  }
}

function aboutUnpatched({ namespace, vpa: name }: Unpatched): string {
  return aboutVpa({ namespace, name });
}

function createdMs({ metadata }: Pod): number {
  return Date.parse(metadata.creationTimestamp ?? '') || 0;
}
