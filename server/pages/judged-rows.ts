import type { ProblemReporter } from '../kube/problems';
import { errorText } from '../lib/report/errors';
import type { Sliced } from '../lib/time/slices';

interface Named {
  readonly namespace: string;
  readonly name: string;
}

/** A row, or why there is none. */
type Verdict<Row> = { readonly row: Row } | { readonly fault: string };

/**
 * Judges VPAs one by one, each once for as long as its source is the same object. One whose judging fails is left
 * out, and a problem names it until it works.
 */
export class JudgedRows<Source extends Named, Row> {
  private sources: readonly Source[] = [];
  private verdicts: readonly Verdict<Row>[] = [];

  constructor(private readonly problems: Pick<ProblemReporter, 'report' | 'clearExcept'>) {}

  *judging(sources: readonly Source[], judge: (source: Source, index: number) => Row): Sliced<Row[]> {
    const knownAt = this.lookUp(sources.length);
    const verdicts: Verdict<Row>[] = [];
    const rows: Row[] = [];
    const faulty = new Set<string>();
    for (const [index, source] of sources.entries()) {
      const verdict = knownAt(index, source) ?? judged(() => judge(source, index));
      verdicts.push(verdict);
      if ('row' in verdict) rows.push(verdict.row);
      else {
        const about = `VerticalPodAutoscaler ${source.namespace}/${source.name}`;
        faulty.add(about);
        this.problems.report('object-unusable', about, verdict.fault);
      }
      yield;
    }
    this.sources = sources;
    this.verdicts = verdicts;
    this.problems.clearExcept('object-unusable', faulty);
    return rows;
  }

  /** By place, which reads no object, unless VPAs came or went. */
  private lookUp(count: number): (index: number, source: Source) => Verdict<Row> | undefined {
    const { sources, verdicts } = this;
    if (sources.length === count)
      return (index, source) => (sources[index] === source ? verdicts[index] : undefined);
    const known = new Map(sources.map((source, index) => [source, verdicts[index]]));
    return (_index, source) => known.get(source);
  }
}

function judged<Row>(judge: () => Row): Verdict<Row> {
  try {
    return { row: judge() };
  } catch (thrown) {
    return { fault: errorText(thrown) };
  }
}
