import type { Problem } from '../../problems';
import type { WorkloadSummary } from '../../recommender/views';
import { inSlices, type Sliced } from '../../slices';
import type { VpaPlan } from '../../updater/plan/plan-types';
import type { Planned } from '../../updater/shown-plan';
import { isOfWorkload } from '../../words/needs';
import { PROBLEM_TABLE } from '../../words/problems';
import { needGravity, needsOf } from './needs-of';
import type { RowGuard } from './row-guard';
import type { NeedyWorkload } from './views';

/** What workloads are judged by, at one time; a revision changes with what it stands for. */
interface NeedFacts {
  readonly summaries: readonly WorkloadSummary[];
  readonly planned: Planned | undefined;
  readonly revision: string;
}

/** The workloads that need attention. Since when is what the cluster says or else when it was first seen. */
export class NeedyWorkloads {
  /** As last judged, by namespace and name. */
  latest: ReadonlyMap<string, NeedyWorkload> = new Map();
  /** Of what they were judged by. */
  revision = '';
  private making: Promise<void> | undefined;
  private firstSeenMs = new Map<string, number>();

  constructor(
    private readonly now: () => number,
    private readonly guard: RowGuard,
  ) {}

  /** Judges again if anything changed, letting the event loop run; costs nothing otherwise. */
  async refresh(facts: NeedFacts): Promise<void> {
    if (facts.revision !== this.revision)
      this.making ??= inSlices(this.judging(facts)).finally(() => {
        this.making = undefined;
      });
    await this.making;
  }

  private *judging(facts: NeedFacts): Sliced<void> {
    const nowMs = this.now();
    const found = new Map<string, NeedyWorkload>();
    const seen = new Map<string, number>();
    yield* this.guard.judging(yield* judged(facts), ({ namespace, name, summary, plan }) => {
      const needs = needsOf(summary, plan, nowMs);
      if (needs.length === 0) return;
      const key = `${namespace}/${name}`;
      const dated = needs.map((need) => {
        const about = `${key} ${need.code}`;
        const sinceMs = need.sinceMs ?? this.firstSeenMs.get(about) ?? nowMs;
        seen.set(about, sinceMs);
        return { ...need, sinceMs };
      });
      found.set(key, { namespace, name, needs: dated });
    });
    this.firstSeenMs = seen;
    this.latest = found;
    this.revision = facts.revision;
  }
}

interface Judged {
  readonly namespace: string;
  readonly name: string;
  readonly summary?: WorkloadSummary;
  readonly plan?: VpaPlan;
}

/** Each workload with its summary, its part of the plan or both. */
function* judged({ summaries, planned }: NeedFacts): Sliced<Judged[]> {
  const plans = new Map<string, VpaPlan>();
  for (const plan of planned?.plan.vpas ?? []) {
    plans.set(`${plan.namespace}/${plan.name}`, plan);
    yield;
  }
  const all: Judged[] = [];
  for (const summary of summaries) {
    const { namespace, name } = summary;
    const key = `${namespace}/${name}`;
    all.push({ namespace, name, summary, plan: plans.get(key) });
    plans.delete(key);
    yield;
  }
  for (const plan of plans.values()) all.push({ namespace: plan.namespace, name: plan.name, plan });
  return all;
}

/** What is wrong with Plumbline itself, and with workloads by namespace and name. */
export interface Wrong {
  readonly own: readonly Problem[];
  readonly workloads: ReadonlyMap<string, NeedyWorkload>;
}

/** Problems about one workload are added to that workload's needs; the rest are problems of Plumbline itself. */
export function parted(problems: readonly Problem[], needy: ReadonlyMap<string, NeedyWorkload>): Wrong {
  const own: Problem[] = [];
  const workloads = new Map(needy);
  for (const problem of problems) {
    const key = /^VerticalPodAutoscaler (\S+\/\S+)$/.exec(problem.about)?.[1];
    if (key === undefined || !isOfWorkload(problem.code)) {
      own.push(problem);
      continue;
    }
    const [namespace = '', name = ''] = key.split('/');
    const { code, remedy, firstSeenMs: sinceMs } = problem;
    const prefix = `${PROBLEM_TABLE[code].sentence}: ${problem.about}`;
    const need = { code, detail: problem.message.slice(prefix.length).replace(/^: /, ''), remedy, sinceMs };
    const needs = [...(workloads.get(key)?.needs ?? []), need];
    needs.sort((a, b) => needGravity(a.code) - needGravity(b.code));
    workloads.set(key, { namespace, name, needs });
  }
  return { own, workloads };
}
