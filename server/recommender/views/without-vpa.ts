import { confidenceOf } from '@/server/decide/estimators/confidence';
import { isServedNamespace } from '@/server/decide/pods/served-namespaces';
import { vpaInOff } from '@/server/decide/pods/vpa-in-off';
import type { ClusterCaches } from '@/server/kube/caches';
import type { TargetResolver } from '@/server/kube/targets';
import { vpasOnGroups } from '@/server/kube/vpas-on-groups';
import { Derived } from '@/server/lib/memo/derived';
import { inSlices, type Sliced } from '@/server/lib/time/slices';
import { sorting } from '@/server/lib/time/sorting';
import { controllerOf, type OwnerRef } from '@/server/objects/owners';
import { podTemplateOf } from '@/server/objects/pod-template';
import { API_RESOURCES } from '@/server/objects/resources';
import { ownerKey, refOfWorkload, targetOfVpa } from '@/server/objects/target-key';
import type { Workload } from '@/server/objects/types';
import type { VerticalPodAutoscaler } from '@/server/objects/vpa-types';
import { LASTING_KINDS, selectorOfWorkload, type WorkloadKind } from '@/server/objects/workload-kinds';
import { compareTexts, naturalKey } from '@/server/words/natural-order';
import type { BareWorkload, WorkloadSummary } from '../../contract/recommendations';
import type { Knowledge, Recommending } from '../recommend/recommending';
import type { RecommenderSettings } from '../settings';
import type { ServedVpa } from '../vpas/served-vpa';
import type { WorkloadViews } from './workload-view';

/** Between two rounds over all workloads. */
const REST = { leastMs: 1000 };

interface WithoutVpaParts {
  config: RecommenderSettings;
  caches: Pick<ClusterCaches, (typeof LASTING_KINDS)[number] | 'vpas' | 'vpasByTarget' | 'podGroupsByLabels'>;
  targets: Pick<TargetResolver, 'topmostController'>;
  recommending: Pick<Recommending, 'knowledgeOfSelected' | 'recommendationFrom'>;
  views: Pick<WorkloadViews, 'summary' | 'detail'>;
}

interface Row {
  readonly order: string;
  readonly workload: Workload;
  readonly pass: number;
  readonly summary: WorkloadSummary;
}

/**
 * What a VPA in mode Off would say of each workload that has none, from what was learned of its pods anyway;
 * maintained while someone asks for it. A pass outdates all of it.
 */
export class WithoutVpa {
  /** Rises with every refresh that changed something. */
  revision = 0;
  private rows = new Map<string, Row>();
  private listed: readonly WorkloadSummary[] = [];
  private pass = 0;
  private isOld = true;
  private readonly derived = new Derived({ rest: REST });
  /** Whether there has been a first round. */
  isFilled = false;
  private readonly ends: (() => void)[];

  constructor(private readonly parts: WithoutVpaParts) {
    const { caches } = parts;
    const outdate = () => {
      this.isOld = true;
    };
    const changes = { added: outdate, deleted: outdate };
    const retargeted = (former: VerticalPodAutoscaler, vpa: VerticalPodAutoscaler) => {
      const [was, is] = [targetOfVpa(former), targetOfVpa(vpa)];
      if ((was && ownerKey(was)) !== (is && ownerKey(is))) this.isOld = true;
    };
    this.ends = [
      caches.vpas.subscribe({ ...changes, updated: retargeted }),
      ...LASTING_KINDS.map((kind) => caches[kind].subscribe(changes)),
    ];
  }

  stop(): void {
    for (const end of this.ends) end();
  }

  /** After a pass: every workload has new samples. */
  passed(): void {
    this.pass++;
    this.isOld = true;
  }

  /** Sorted by namespace and name, as of the last refresh. */
  list(): readonly WorkloadSummary[] {
    return this.listed;
  }

  /**
   * One workload of a kind such as `Deployment`, or the VPA that it has by now; undefined if there is none such, or
   * another controller owns it.
   */
  detail(namespace: string, kind: string, name: string): BareWorkload | undefined {
    const known = LASTING_KINDS.find((one) => API_RESOURCES[one].kind === kind);
    const workload = known && this.parts.caches[known].get(namespace, name);
    if (!workload) return undefined;
    const ref = refOfWorkload(known, workload);
    const [vpa] = this.vpasOf(ref, workload);
    if (vpa) return { kind: 'has-vpa', vpa: vpa.metadata.name };
    const read = this.isWithout(ref, workload) && this.readingOf(known, ref, workload);
    if (!read) return undefined;
    const detail = this.parts.views.detail(read.served, { knowledge: read.knowledge });
    return { kind: 'without-vpa', workload: { ...detail, ...this.ownWords(ref, detail) } };
  }

  /** Renews what is outdated and lets the event loop run in between; undefined if nothing is. */
  refresh(): Promise<void> | undefined {
    const { derived } = this;
    return this.isOld && !derived.rests ? derived.make(() => inSlices(this.makingAnew())) : derived.underWay;
  }

  private *makingAnew(): Sliced<void> {
    this.isOld = false;
    const { pass } = this;
    const rows = new Map<string, Row>();
    let isChanged = false;
    for (const kind of LASTING_KINDS)
      for (const workload of [...this.parts.caches[kind].list()]) {
        yield;
        const ref = refOfWorkload(kind, workload);
        if (!this.isWithout(ref, workload)) continue;
        const key = ownerKey(ref);
        const known = this.rows.get(key);
        if (known && known.pass === pass && known.workload === workload) {
          rows.set(key, known);
          continue;
        }
        const summary = this.summaryOf(kind, ref, workload);
        if (!summary) continue;
        rows.set(key, { order: known?.order ?? orderOf(ref), workload, pass, summary });
        isChanged = true;
      }
    if (isChanged || rows.size !== this.rows.size) {
      const ordered = yield* sorting([...rows.values()], (a, b) => compareTexts(a.order, b.order));
      this.listed = ordered.map(({ summary }) => summary);
      this.revision++;
    }
    this.rows = rows;
    this.isFilled = true;
  }

  private vpasOf(ref: OwnerRef, workload: Workload): readonly VerticalPodAutoscaler[] {
    const { caches } = this.parts;
    const own = caches.vpasByTarget.targeting(ref);
    if (own.length > 0) return own;
    return vpasOnGroups(caches, ref.namespace, podTemplateOf(workload)?.metadata?.labels);
  }

  private isWithout(ref: OwnerRef, workload: Workload): boolean {
    const { config, targets } = this.parts;
    const { deletionTimestamp, ownerReferences } = workload.metadata;
    if (deletionTimestamp !== undefined || !isServedNamespace(config, ref.namespace)) return false;
    if (controllerOf(ownerReferences) && targets.topmostController(ref.namespace, ownerReferences))
      return false;
    return this.vpasOf(ref, workload).length === 0;
  }

  /** Undefined for one whose pods cannot be told from others. */
  private readingOf(kind: WorkloadKind, ref: OwnerRef, workload: Workload) {
    const { recommending, config } = this.parts;
    const lookup = selectorOfWorkload(kind, workload);
    if (lookup.kind !== 'selector') return undefined;
    const knowledge = recommending.knowledgeOfSelected(ref.namespace, lookup.selector);
    const vpa = vpaInOff(ref, '');
    const target = { kind: 'found', selector: lookup.selector, topmost: ref } as const;
    const isLearned = knowledge.aggregates.size > 0;
    const recommendation = isLearned ? recommending.recommendationFrom(vpa, knowledge) : undefined;
    return { served: { ...servedVpaOf(vpa, target, knowledge, config), recommendation }, knowledge };
  }

  /** Undefined for one whose pods cannot be told from others, or that cannot be read. */
  private summaryOf(kind: WorkloadKind, ref: OwnerRef, workload: Workload): WorkloadSummary | undefined {
    try {
      const read = this.readingOf(kind, ref, workload);
      if (!read) return undefined;
      const summary = this.parts.views.summary(read.served, read.knowledge);
      return { ...summary, ...this.ownWords(ref, summary) };
    } catch {
      return undefined;
    }
  }

  private ownWords({ name }: OwnerRef, { state }: Pick<WorkloadSummary, 'state'>) {
    const isUnlearned =
      this.parts.config.memorySaver && state.kind === 'none' && state.reason === 'no-samples-yet';
    return {
      name,
      hasNoVpa: true as const,
      ...(isUnlearned && { state: { kind: 'none', reason: 'not-learned' } as const }),
    };
  }
}

function servedVpaOf(
  vpa: VerticalPodAutoscaler,
  target: ServedVpa['target'],
  { aggregates, liveContainers, sidecars }: Knowledge,
  { confidenceIntervalCpuMs }: RecommenderSettings,
): ServedVpa {
  const containers: ServedVpa['containers'] = new Map();
  for (const [name, aggregate] of aggregates) {
    const { firstSampleMs = 0, lastSampleMs = 0, sampleCount, peakCount } = aggregate;
    containers.set(name, {
      confidence: confidenceOf(aggregate, confidenceIntervalCpuMs),
      mark: '',
      samples: sampleCount,
      peaks: peakCount,
      spanMs: lastSampleMs - firstSampleMs,
      comparedMs: 0,
    });
  }
  return {
    namespace: vpa.metadata.namespace ?? '',
    name: '',
    vpa,
    target,
    targetIsStale: false,
    checkpoints: 'absent',
    learnedUntilMs: new Map(),
    past: 'complete',
    containers,
    liveContainers,
    sidecars,
    recommendation: undefined,
    visited: true,
    statusWrittenAtMs: 0,
    statusMs: 0,
  };
}

/** A space sorts before every character of a name, so that namespaces stay together. */
function orderOf({ namespace, name }: OwnerRef): string {
  return `${naturalKey(namespace)} ${naturalKey(name)}`;
}
