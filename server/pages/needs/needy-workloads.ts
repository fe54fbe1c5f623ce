import type { NeedyWorkload } from '../../contract/inbox';
import type { WorkloadSummary } from '../../contract/recommendations';
import { standingOf } from '../../contract/verdict';
import type { Cost } from '../../decide/pods/money/cost';
import type { VpaPlan } from '../../decide/running/planned';
import type { ProblemReporter } from '../../kube/problems';
import { Derived } from '../../lib/memo/derived';
import { inSlices, type Sliced } from '../../lib/time/slices';
import { keyOf } from '../../objects/object-key';
import type { Planned } from '../../updater/shown-plan';
import { JudgedRows } from '../judged-rows';
import { dangerOf } from '../workloads/danger';
import { betterOf } from './better-of';
import { gainOf } from './gain';
import { needsOf, withQuotaRemedy } from './needs-of';
import { quotaRemedies } from './quota-remedies';

/** What was not so this long ago, in milliseconds of the cluster's time, is first seen now. */
const WATCHED_MS = 3_600_000;

/** What workloads are judged by, at one time; a revision changes with what it stands for. */
interface NeedFacts {
  readonly summaries: readonly WorkloadSummary[];
  readonly planned: Planned | undefined;
  readonly revision: string;
}

/** A workload with its summary, its part of the plan or both; the same object for as long as they are the same. */
interface Workload {
  readonly namespace: string;
  readonly name: string;
  readonly summary: WorkloadSummary | undefined;
  readonly plan: VpaPlan | undefined;
}

/** The workloads that need attention. The cluster says since when, or else it is known when they were first seen. */
export class NeedyWorkloads {
  /** As last judged, by namespace and name. */
  latest: ReadonlyMap<string, NeedyWorkload> = new Map();
  /** The revisions they were judged by. */
  revision = '';
  private readonly derived: Derived;
  private readonly judged: JudgedRows<Workload, NeedyWorkload | undefined>;
  private workloads: readonly Workload[] = [];
  private planned: Planned | undefined;
  private judgedMs = Number.NEGATIVE_INFINITY;
  /** By namespace and name, of `planned`. */
  private plans: ReadonlyMap<string, VpaPlan> = new Map();

  constructor(
    private readonly parts: {
      /** The cluster's time. */
      now(): number;
      /** What the pods of a workload come to; undefined if that is not known. */
      costOf(summary: WorkloadSummary): Cost | undefined;
    },
    problems: ProblemReporter,
    steadyMs?: () => number,
  ) {
    this.derived = new Derived({ steadyMs });
    this.judged = new JudgedRows(problems);
  }

  /** Judges what changed, letting the event loop run; costs nothing if nothing did, or while it rests. */
  async refresh(facts: NeedFacts): Promise<void> {
    const { derived } = this;
    if (facts.revision === this.revision || derived.rests) await derived.underWay;
    else await derived.make(() => inSlices(this.judging(facts)));
  }

  private *judging(facts: NeedFacts): Sliced<void> {
    const nowMs = this.parts.now();
    const { costOf } = this.parts;
    const former = this.latest;
    const isWatched = nowMs - this.judgedMs <= WATCHED_MS;
    this.judgedMs = nowMs;
    this.workloads = yield* this.joining(facts);
    const found = yield* this.judged.judging(this.workloads, (workload) =>
      judge(workload, { former, nowMs, isWatched, costOf }),
    );
    const remedyOf = quotaRemedies({ vpas: [...this.plans.values()] });
    const latest = new Map<string, NeedyWorkload>();
    for (const one of found) {
      if (one) latest.set(keyOf(one), withQuotaRemedies(one, remedyOf));
      yield;
    }
    this.latest = latest;
    this.revision = facts.revision;
  }

  private *joining({ summaries, planned }: NeedFacts): Sliced<Workload[]> {
    const isNewPlan = planned !== this.planned;
    if (isNewPlan) this.plans = yield* byKey(planned);
    this.planned = planned;
    const workloads: Workload[] = [];
    let known = 0;
    for (const [index, summary] of summaries.entries()) {
      const former = this.workloads[index];
      const isSame = !isNewPlan && former?.summary === summary;
      const workload = isSame ? former : this.joined(summary, former);
      if (workload.plan) known++;
      workloads.push(workload);
      yield;
    }
    if (known < this.plans.size) workloads.push(...this.withoutSummary(workloads));
    return workloads;
  }

  private joined(summary: WorkloadSummary, former: Workload | undefined): Workload {
    const plan = this.plans.get(keyOf(summary));
    if (former && former.summary === summary && former.plan === plan) return former;
    return { namespace: summary.namespace, name: summary.name, summary, plan };
  }

  private withoutSummary(workloads: readonly Workload[]): Workload[] {
    const known = new Set(workloads.map(({ plan }) => plan));
    return [...this.plans.values()]
      .filter((plan) => !known.has(plan))
      .map((plan) => ({ namespace: plan.namespace, name: plan.name, summary: undefined, plan }));
  }
}

/** One remedy for each quota, whichever workloads it holds back. */
function withQuotaRemedies(one: NeedyWorkload, remedyOf: ReturnType<typeof quotaRemedies>): NeedyWorkload {
  if (!one.needs.some(({ quota }) => quota !== undefined)) return one;
  return {
    ...one,
    needs: one.needs.map((need) => withQuotaRemedy(need, (quota) => remedyOf(one.namespace, quota))),
  };
}

function* byKey(planned: Planned | undefined): Sliced<Map<string, VpaPlan>> {
  const plans = new Map<string, VpaPlan>();
  for (const plan of planned?.plan.vpas ?? []) {
    plans.set(keyOf(plan), plan);
    yield;
  }
  return plans;
}

/** What workloads are judged with: how they were before, and what they cost. */
interface Watched {
  readonly costOf: (summary: WorkloadSummary) => Cost | undefined;
  readonly former: ReadonlyMap<string, NeedyWorkload>;
  readonly nowMs: number;
  /** Whether that was so lately that what is new now began since. */
  readonly isWatched: boolean;
}

function judge(workload: Workload, { former, nowMs, isWatched, costOf }: Watched): NeedyWorkload | undefined {
  const { namespace, name, summary, plan } = workload;
  const needs = needsOf(summary, plan, nowMs);
  const better = needs.length === 0 && summary ? betterOf(summary, plan) : undefined;
  const created = summary?.createdMs === undefined ? {} : { createdMs: summary.createdMs };
  if (better && summary)
    return {
      namespace,
      name,
      ...created,
      needs: [better],
      gain: gainOf(summary, better.code, costOf(summary)),
    };
  if (needs.length === 0) return undefined;
  const seen = former.get(keyOf(workload))?.needs ?? [];
  const firstSeen = (code: string) => {
    const known = seen.find((need) => need.code === code);
    const firstSeenMs = known ? known.firstSeenMs : isWatched ? nowMs : undefined;
    return firstSeenMs === undefined ? {} : { firstSeenMs };
  };
  return {
    namespace,
    name,
    ...created,
    ...(summary && { danger: dangerOf(summary, standingOf(summary), costOf(summary)) }),
    needs: needs.map((need) => (need.sinceMs === undefined ? { ...need, ...firstSeen(need.code) } : need)),
  };
}
