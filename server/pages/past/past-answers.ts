import type { PastView } from '../../contract/past';
import { MadeOnce } from '../../lib/memo/made-once';
import type { Journal, Series } from '../../store';
import { type PastParts, readPast } from './read-past';

const MINUTE_MS = 60_000;
/** Each has up to some 200 kB. */
const MOST_KEPT = 20;

interface KeptParts extends PastParts {
  readonly series: PastParts['series'] & Pick<Series, 'revisionOf'>;
  readonly journal: PastParts['journal'] & Pick<Journal, 'revision'>;
}

interface Asked {
  readonly key: string;
  read(): Promise<PastView>;
}

/**
 * Answers about the past, for pages that ask again every few seconds: the database is read again only when this
 * process has something new about the container, and once a minute, since another process may have.
 */
export class PastAnswers {
  private readonly kept = new WeakMap<object, MadeOnce<Asked, PastView>>();

  /** @throws AppError `bad-request` naming the invalid parameters */
  read(
    workload: { namespace: string; name: string },
    params: URLSearchParams,
    parts: KeptParts,
  ): Promise<PastView> {
    const { series, journal, nowMs } = parts;
    const { namespace, name } = workload;
    const answers =
      this.kept.get(series) ??
      new MadeOnce<Asked, PastView>({
        make: ({ read }) => read(),
        most: MOST_KEPT,
        isKept: ({ isComplete }) => isComplete,
      });
    this.kept.set(series, answers);
    const container = params.get('container') ?? '';
    const revision = `${series.revisionOf({ namespace, vpa: name, container })} ${journal.revision}`;
    const key = JSON.stringify([namespace, name, `${params}`, Math.floor(nowMs / MINUTE_MS), revision]);
    return answers.of({ key, read: () => readPast(workload, params, parts) });
  }
}

/** Of this process. */
export const pastAnswers = new PastAnswers();
