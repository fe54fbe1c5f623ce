import type { WatchCache } from '@/server/kube/watch-cache';
import { Derived } from '@/server/lib/memo/derived';
import { errorText } from '@/server/lib/report/errors';
import { inSlices, type Sliced } from '@/server/lib/time/slices';
import type { Pod } from '@/server/objects/types';
import type { VerticalPodAutoscaler } from '@/server/objects/vpa-types';
import type { WorkloadSummary } from '../../contract/recommendations';
import type { ProblemReporter } from '../../kube/problems';
import { sorting } from '../../lib/time/sorting';
import { compareTexts, naturalKey } from '../../words/natural-order';
import { aboutObject } from '../../words/object-fault';
import { unusableSummary } from './vpa-view';

/** Real milliseconds between two rounds over all VPAs. */
const ROUND_AGAIN_AFTER_MS = 1000;

interface SummariesParts {
  vpas: Pick<WatchCache<VerticalPodAutoscaler>, 'get' | 'list' | 'subscribe'>;
  pods: Pick<WatchCache<Pod>, 'subscribe'>;
  /** The names of the VPAs in a namespace whose selector matches the pod. */
  vpasOf(pod: Pod): Iterable<{ readonly name: string }>;
  summaryOf(vpa: VerticalPodAutoscaler): WorkloadSummary;
  problems: Pick<ProblemReporter, 'report' | 'clear'>;
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
  /** Rises with every refresh that changed a summary. */
  revision = 0;
  private listed: readonly WorkloadSummary[] = [];
  private readonly rows = new Map<string, Row>();
  private isChanged = false;
  /** VPAs that could not be summarised. */
  private readonly faulty = new Set<string>();
  /** Sorted by namespace and name; undefined once a VPA came or went. */
  private ordered: Row[] | undefined;
  /** VPAs affected by a change, by namespace and name. */
  private readonly touched = new Map<string, { namespace: string; name: string }>();
  private allAreOld = true;
  private lastRoundMs = Number.NEGATIVE_INFINITY;
  private readonly derived = new Derived({ rest: {} });
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
    return this.listed;
  }

  /** Whether there has been a first round. */
  get isFilled(): boolean {
    return this.lastRoundMs !== Number.NEGATIVE_INFINITY;
  }

  /** Renews what is outdated and lets the event loop run in between; undefined if nothing is. */
  refresh(): Promise<void> | undefined {
    const isRoundDue = this.allAreOld && performance.now() - this.lastRoundMs >= ROUND_AGAIN_AFTER_MS;
    const { derived } = this;
    return isRoundDue || this.touched.size > 0
      ? derived.make(() => inSlices(this.makingAnew(isRoundDue)))
      : derived.underWay;
  }

  private *makingAnew(withAll: boolean): Sliced<void> {
    if (!this.isFilled) this.touched.clear();
    // Those touched meanwhile are for the next refresh: where changes come fast, this one would never end.
    const touched = [...this.touched];
    for (const [key, { namespace, name }] of touched) {
      this.touched.delete(key);
      this.make(namespace, name);
      yield;
    }
    if (withAll) yield* this.makingAll();
    if (this.isChanged) {
      this.isChanged = false;
      this.ordered ??= yield* sorting([...this.rows.values()], (a, b) => compareTexts(a.order, b.order));
      this.listed = this.ordered.map(({ summary }) => summary);
      this.revision++;
    }
    if (withAll) this.lastRoundMs = performance.now();
  }

  private *makingAll(): Sliced<void> {
    this.allAreOld = false;
    const gone = new Set(this.rows.keys());
    for (const { metadata } of [...this.parts.vpas.list()]) {
      const { namespace = '', name } = metadata;
      gone.delete(`${namespace}/${name}`);
      this.make(namespace, name);
      yield;
    }
    for (const key of gone) this.drop(key);
  }

  private make(namespace: string, name: string): void {
    const key = `${namespace}/${name}`;
    const vpa = this.parts.vpas.get(namespace, name);
    if (!vpa) {
      this.drop(key);
      return;
    }
    const summary = this.summaryOf(vpa);
    const known = this.rows.get(key);
    if (known) known.summary = summary;
    else {
      this.rows.set(key, { order: orderOf(namespace, name), summary });
      this.ordered = undefined;
    }
    this.isChanged = true;
  }

  /** If it fails, the summary says so, and a problem names the VPA until it works. */
  private summaryOf(vpa: VerticalPodAutoscaler): WorkloadSummary {
    const about = aboutObject('VerticalPodAutoscaler', vpa);
    try {
      const summary = this.parts.summaryOf(vpa);
      this.mended(about);
      return summary;
    } catch (thrown) {
      this.faulty.add(about);
      const cause = errorText(thrown);
      this.parts.problems.report('object-unusable', about, cause);
      return unusableSummary(vpa, thrown);
    }
  }

  private mended(about: string): void {
    if (this.faulty.delete(about)) this.parts.problems.clear('object-unusable', about);
  }

  private drop(key: string): void {
    if (!this.rows.delete(key)) return;
    this.mended(`VerticalPodAutoscaler ${key}`);
    this.ordered = undefined;
    this.isChanged = true;
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
