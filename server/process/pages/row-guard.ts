import type { ProblemReporter } from '../../problems';
import type { Sliced } from '../../slices';

/** Judges VPAs one by one: one that fails is left out and reported until it works. */
export class RowGuard {
  constructor(private readonly problems: Pick<ProblemReporter, 'report' | 'clearExcept'>) {}

  *judging<Source extends { readonly namespace: string; readonly name: string }, Row>(
    sources: Iterable<Source>,
    judge: (source: Source) => Row,
  ): Sliced<Row[]> {
    const rows: Row[] = [];
    const faulty = new Set<string>();
    for (const source of sources) {
      try {
        rows.push(judge(source));
      } catch (thrown) {
        const about = `VerticalPodAutoscaler ${source.namespace}/${source.name}`;
        faulty.add(about);
        const cause = thrown instanceof Error ? thrown.message : String(thrown);
        this.problems.report('object-unusable', about, cause);
      }
      yield;
    }
    this.problems.clearExcept('object-unusable', faulty);
    return rows;
  }
}
