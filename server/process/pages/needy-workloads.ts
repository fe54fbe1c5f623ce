import type { Problem } from '../../problems';
import type { WorkloadSummary } from '../../recommender/views';
import { inSlices, type Sliced } from '../../slices';
import type { Planned } from '../../updater/shown-plan';
import { isOfWorkload } from '../../words/needs';
import { PROBLEM_TABLE } from '../../words/problems';
import { needGravity, needsOf } from './needs-of';
import type { NeedyWorkload } from './views';

/** What workloads are judged by, at one time; a revision changes with what it stands for. */
export interface NeedFacts {
  readonly summaries: readonly WorkloadSummary[];
  readonly planned: Planned | undefined;
  readonly revision: string;
}

/** The workloads that need attention. Since when is what the cluster says or else when it was first seen. */
export class NeedyWorkloads {
  private known: readonly NeedyWorkload[] = [];
  private knownRevision = '';
  private making: Promise<void> | undefined;
  private firstSeenMs = new Map<string, number>();

  constructor(private readonly now: () => number) {}

  /** As last judged. */
  get latest(): readonly NeedyWorkload[] {
    return this.known;
  }

  /** Judges again if anything changed, letting the event loop run; costs nothing otherwise. */
  async refresh(facts: NeedFacts): Promise<readonly NeedyWorkload[]> {
    if (facts.revision !== this.knownRevision)
      this.making ??= inSlices(this.judging(facts)).finally(() => {
        this.making = undefined;
      });
    await this.making;
    return this.known;
  }

  private *judging({ summaries, planned, revision }: NeedFacts): Sliced<void> {
    const nowMs = this.now();
    const plans = new Map(planned?.plan.vpas.map((plan) => [`${plan.namespace}/${plan.name}`, plan]));
    const found: NeedyWorkload[] = [];
    const seen = new Map<string, number>();
    const judge = (namespace: string, name: string, summary?: WorkloadSummary) => {
      const key = `${namespace}/${name}`;
      const needs = needsOf(summary, plans.get(key), nowMs).map((need) => {
        const about = `${key} ${need.code}`;
        const sinceMs = need.sinceMs ?? this.firstSeenMs.get(about) ?? nowMs;
        seen.set(about, sinceMs);
        return { ...need, sinceMs };
      });
      plans.delete(key);
      if (needs.length > 0) found.push({ namespace, name, needs });
    };
    for (const summary of summaries) {
      judge(summary.namespace, summary.name, summary);
      yield;
    }
    for (const { namespace, name } of [...plans.values()]) {
      judge(namespace, name);
      yield;
    }
    this.firstSeenMs = seen;
    this.known = found;
    this.knownRevision = revision;
  }
}

/**
 * Problems about one workload are added to that workload's needs; the rest are problems of Plumbline itself.
 */
export function parted(
  problems: readonly Problem[],
  needy: readonly NeedyWorkload[],
): { own: Problem[]; workloads: NeedyWorkload[] } {
  const own: Problem[] = [];
  const workloads = new Map(needy.map((one) => [`${one.namespace}/${one.name}`, one]));
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
  return { own, workloads: [...workloads.values()] };
}
