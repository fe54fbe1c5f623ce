import { Backoff } from '@/server/lib/time/backoff';
import type { ClusterContext } from '../../kube/role-context';
import { PrometheusError } from './errors';

const PAUSES = { firstMs: 500, longestMs: 60_000 };
/** A server that is busy or breaks off is a problem after this many failures in a row. */
const PROBLEM_AFTER = 3;
/** A small question that is refused, or whose answer breaks off, is asked so often. */
const MOST_TRIES = 4;

interface PatienceParts extends Pick<ClusterContext, 'wallClock' | 'log' | 'problems'> {
  address: string;
  random?: () => number;
}

/** Waits, for all queries alike, while the server cannot answer, and reports that. */
export class QueryBackOff {
  private readonly backoff: Backoff;
  private untilMs = 0;
  /** In a row. */
  private timeouts = 0;

  constructor(private readonly parts: PatienceParts) {
    this.backoff = new Backoff(PAUSES, parts.random);
  }

  /** Resolves when the server may be asked. @throws the signal's reason */
  async turn(stopping?: AbortSignal): Promise<void> {
    const { wallClock } = this.parts;
    for (let leftMs = this.leftMs; leftMs > 0; leftMs = this.leftMs) await wallClock.sleep(leftMs, stopping);
    stopping?.throwIfAborted();
  }

  /**
   * Notes a failure after which all queries wait: longer each time, and at least as long as the server asks
   * for.
   */
  failed(error: PrometheusError): void {
    const { wallClock, problems, log, address } = this.parts;
    log.debug({ err: error, kind: error.kind }, 'A query to Prometheus failed');
    // Queries that ran together fail together: that is one failure.
    if (this.leftMs === 0) {
      const pauseMs = Math.max(this.backoff.nextMs(), error.retryAfterMs ?? 0);
      this.untilMs = wallClock.steady() + pauseMs;
    }
    const isPassing = error.kind === 'busy' || error.kind === 'broken' || error.kind === 'timeout';
    if (!isPassing || this.backoff.count >= PROBLEM_AFTER)
      problems.report('prometheus-unavailable', address, error.message);
  }

  /** Notes a query that took too long and will be split: a silent server looks the same at first. */
  tookTooLong(error: PrometheusError): void {
    const { problems, address } = this.parts;
    if (++this.timeouts >= PROBLEM_AFTER) problems.report('prometheus-unavailable', address, error.message);
  }

  answered(): void {
    this.timeouts = 0;
    this.backoff.reset();
    this.parts.problems.clear('prometheus-unavailable', this.parts.address);
  }

  /** Retries until there is an answer, or an error for which a smaller query `helps`, which it throws. */
  async until<T>(
    work: () => Promise<T>,
    helps: (error: PrometheusError) => boolean,
    stopping?: AbortSignal,
  ): Promise<T> {
    for (;;) {
      await this.turn(stopping);
      try {
        const result = await work();
        this.answered();
        return result;
      } catch (error) {
        if (!(error instanceof PrometheusError) || helps(error)) throw error;
        this.failed(error);
      }
    }
  }

  private get leftMs(): number {
    return Math.max(0, this.untilMs - this.parts.wallClock.steady());
  }
}

/** Whether a smaller query may help. */
export function isTooLarge({ kind }: PrometheusError): boolean {
  return kind === 'too-much' || kind === 'timeout';
}

/** What a store does not understand, or refuses again and again, is not known. */
export async function unlessRefused<T>(
  { patience, stopping }: { patience?: QueryBackOff | undefined; stopping?: AbortSignal | undefined },
  otherwise: T,
  ask: () => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries++)
    try {
      return await (patience ? patience.until(ask, isRefusal, stopping) : ask());
    } catch (error) {
      if (!(error instanceof PrometheusError) || !isRefusal(error)) throw error;
      if (error.kind === 'invalid' || tries >= MOST_TRIES) return otherwise;
    }
}

function isRefusal({ kind }: PrometheusError): boolean {
  return kind === 'invalid' || kind === 'too-much' || kind === 'broken';
}
