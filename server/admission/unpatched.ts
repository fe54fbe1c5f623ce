import type { Clock } from '../clock';
import type { Pod } from '../kube/types';
import type { WatchCache } from '../kube/watch-cache';
import type { CompiledVpa } from '../policy/compiled-vpa';
import type { ProblemBoard } from '../problems';
import { aboutVpa } from './cluster-world';
import type { AdmissionMetrics } from './metrics';
import { OBSERVED_ANNOTATION } from './pod-amounts';

export interface UnpatchedWatchOptions {
  pods: WatchCache<Pod>;
  /** The VPA that controls a pod, when admission should have acted on it. */
  controlling: (pod: Pod) => CompiledVpa | undefined;
  /** The cluster's clock. */
  clock: Clock;
  problems: ProblemBoard;
  metrics: Pick<AdmissionMetrics, 'unpatchedPods' | 'unpatchedVpas'>;
}

/** Pods of a VPA that came without their patch, the last of them at this time of the cluster. */
export interface Unpatched {
  namespace: string;
  vpa: string;
  pods: number;
  lastMs: number;
}

/** So many pods in a row, of any VPA, and it is not the pods: reviews do not come through. */
const GENERAL_AFTER = 5;
/** After this long without a further pod nobody can tell; the next one will. */
const FORGOTTEN_AFTER_MS = 30 * 60_000;
/** What was registered or created in the second before a pod may not have counted for it yet. */
const GRACE_MS = 5_000;

/**
 * Watches whether pods that a VPA controls really come into being with their patch. Those that do not are
 * evicted in vain: they come back the same.
 */
export class UnpatchedWatch {
  private readonly byVpa = new Map<string, Unpatched>();
  private inARow = 0;
  private sinceMs?: number;
  private readonly end: () => void;

  constructor(private readonly options: UnpatchedWatchOptions) {
    this.end = options.pods.subscribe({ added: (pod) => this.saw(pod) });
  }

  close(): void {
    this.end();
  }

  /** Reviews should come through from now on; pods made before say nothing. */
  expectFromNow(): void {
    this.sinceMs ??= this.options.clock.now() + GRACE_MS;
  }

  /** VPAs whose newest pods came without a patch. */
  list(): Unpatched[] {
    this.forgetOld();
    return [...this.byVpa.values()];
  }

  /** The pods of this VPA that came without a patch; undefined when its newest came with one. */
  of(namespace: string, vpa: string): Unpatched | undefined {
    this.forgetOld();
    return this.byVpa.get(`${namespace}/${vpa}`);
  }

  /** What is wrong with all pods alike; undefined when nothing is. */
  fault(): string | undefined {
    this.forgetOld();
    if (this.byVpa.size === 0) this.inARow = 0;
    return this.inARow >= GENERAL_AFTER
      ? `the last ${this.inARow} pods that a VPA controls were created without a patch`
      : undefined;
  }

  private saw(pod: Pod): void {
    const createdMs = Date.parse(pod.metadata.creationTimestamp ?? '');
    if (this.sinceMs === undefined || !(createdMs >= this.sinceMs)) return;
    const controlling = this.options.controlling(pod);
    if (!controlling) return;
    const vpaCreatedMs = Date.parse(controlling.vpa.metadata.creationTimestamp ?? '') || 0;
    if (vpaCreatedMs + GRACE_MS > createdMs) return;
    const key = `${controlling.namespace}/${controlling.name}`;
    if (pod.metadata.annotations?.[OBSERVED_ANNOTATION] !== undefined) {
      this.inARow = 0;
      if (this.byVpa.delete(key)) this.options.problems.clear('pods-unpatched', aboutVpa(controlling.vpa));
    } else this.missed(controlling, key, createdMs);
    this.options.metrics.unpatchedVpas.set(this.byVpa.size);
  }

  private missed(controlling: CompiledVpa, key: string, createdMs: number): void {
    const { namespace, name } = controlling;
    const known = this.byVpa.get(key) ?? { namespace, vpa: name, pods: 0, lastMs: createdMs };
    known.pods++;
    known.lastMs = Math.max(known.lastMs, createdMs);
    this.byVpa.set(key, known);
    this.inARow++;
    this.options.metrics.unpatchedPods.inc();
    this.options.problems.report('pods-unpatched', aboutVpa(controlling.vpa), `${known.pods} pods`);
  }

  private forgetOld(): void {
    const oldest = this.options.clock.now() - FORGOTTEN_AFTER_MS;
    for (const [key, { namespace, vpa, lastMs }] of this.byVpa) {
      if (lastMs >= oldest) continue;
      this.byVpa.delete(key);
      this.options.problems.clear('pods-unpatched', aboutVpa({ metadata: { namespace, name: vpa } }));
    }
    this.options.metrics.unpatchedVpas.set(this.byVpa.size);
  }
}
