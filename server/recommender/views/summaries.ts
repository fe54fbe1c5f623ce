import type { Pod } from '@/server/kube/types';
import type { VerticalPodAutoscaler } from '@/server/kube/vpa-types';
import type { WatchCache } from '@/server/kube/watch-cache';
import { inSlices, type Sliced } from '@/server/slices';
import { compareTexts, naturalKey } from '../../words/natural-order';
import type { WorkloadSummary } from '.';

/** Real milliseconds between two rounds over all VPAs. */
const ROUND_AGAIN_AFTER_MS = 1000;

interface SummariesParts {
  vpas: WatchCache<VerticalPodAutoscaler>;
  pods: WatchCache<Pod>;
  /** The names of the VPAs in a namespace whose selector matches the pod. */
  vpasOf(pod: Pod): Iterable<{ readonly name: string }>;
  summaryOf(vpa: VerticalPodAutoscaler): WorkloadSummary;
}

interface Row {
  readonly order: string;
  summary: WorkloadSummary;
}

/**
 * A summary of every VPA, maintained while someone asks for it. A pass outdates all of them, a change of a
 * VPA or of a pod only those it affects; `refresh` renews the outdated ones, those affected first.
 */
export class Summaries {
  /** Changes whenever a summary does. */
  revision = 0;
  private readonly rows = new Map<string, Row>();
  /** Sorted by namespace and name; undefined once a VPA came or went. */
  private ordered: Row[] | undefined;
  /** VPAs affected by a change, by namespace and name. */
  private readonly touched = new Map<string, { namespace: string; name: string }>();
  private allAreOld = true;
  private lastRoundMs = Number.NEGATIVE_INFINITY;
  private refreshing: Promise<void> | undefined;
  private readonly endSubscriptions: (() => void)[];

  constructor(private readonly parts: SummariesParts) {
    const touch = ({ metadata: { namespace = '', name } }: VerticalPodAutoscaler) =>
      this.touch(namespace, name);
    const touchAround = (pod: Pod) => this.touchAround(pod);
    this.endSubscriptions = [
      parts.vpas.subscribe({ added: touch, updated: (_, vpa) => touch(vpa), deleted: touch }),
      parts.pods.subscribe({
        added: touchAround,
        updated: (_, pod) => touchAround(pod),
        deleted: touchAround,
      }),
    ];
  }

  stop(): void {
    for (const end of this.endSubscriptions) end();
  }

  /** After a pass: every VPA has new samples. */
  passed(): void {
    this.allAreOld = true;
  }

  /** Sorted by namespace and name, as of the last refresh. */
  list(): readonly WorkloadSummary[] {
    this.ordered ??= [...this.rows.values()].sort((a, b) => compareTexts(a.order, b.order));
    return this.ordered.map(({ summary }) => summary);
  }

  /** Whether there has been a first round. */
  get isFilled(): boolean {
    return this.lastRoundMs !== Number.NEGATIVE_INFINITY;
  }

  /** Renews what is outdated and lets the event loop run in between; undefined if nothing is. */
  refresh(): Promise<void> | undefined {
    const isRoundDue = this.allAreOld && performance.now() - this.lastRoundMs >= ROUND_AGAIN_AFTER_MS;
    if (!this.refreshing && (isRoundDue || this.touched.size > 0))
      this.refreshing = inSlices(this.makingAnew(isRoundDue)).finally(() => {
        this.refreshing = undefined;
      });
    return this.refreshing;
  }

  private *makingAnew(withAll: boolean): Sliced<void> {
    if (!this.isFilled) this.touched.clear();
    for (const [key, { namespace, name }] of this.touched) {
      this.touched.delete(key);
      this.make(namespace, name);
      yield;
    }
    if (!withAll) return;
    this.allAreOld = false;
    const gone = new Set(this.rows.keys());
    for (const { metadata } of [...this.parts.vpas.list()]) {
      const { namespace = '', name } = metadata;
      gone.delete(`${namespace}/${name}`);
      this.make(namespace, name);
      yield;
    }
    for (const key of gone) this.drop(key);
    this.lastRoundMs = performance.now();
  }

  private make(namespace: string, name: string): void {
    const key = `${namespace}/${name}`;
    const vpa = this.parts.vpas.get(namespace, name);
    if (!vpa) {
      this.drop(key);
      return;
    }
    const summary = this.parts.summaryOf(vpa);
    const known = this.rows.get(key);
    if (known) known.summary = summary;
    else {
      this.rows.set(key, { order: orderOf(namespace, name), summary });
      this.ordered = undefined;
    }
    this.revision++;
  }

  private drop(key: string): void {
    if (!this.rows.delete(key)) return;
    this.ordered = undefined;
    this.revision++;
  }

  private touch(namespace: string, name: string): void {
    this.touched.set(`${namespace}/${name}`, { namespace, name });
  }

  private touchAround(pod: Pod): void {
    if (this.allAreOld) return;
    const { namespace = '' } = pod.metadata;
    for (const { name } of this.parts.vpasOf(pod)) this.touch(namespace, name);
  }
}

/** A space sorts before every character of a name, so that namespaces stay together. */
function orderOf(namespace: string, name: string): string {
  return `${naturalKey(namespace)} ${naturalKey(name)}`;
}
