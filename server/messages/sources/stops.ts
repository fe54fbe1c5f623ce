import { keyOfScope } from '../../decide/pods/stop';
import { scopeWords } from '../../words/stops';
import { whoWords } from '../../words/who';
import type { Fact } from '../fact';
import type { SaidStop, SaidStops } from '../ports';

const MOST_KEPT = 200;

/** Tells who stopped and resumed; also what came and went between two messages. */
export class StopsAndResumes {
  private readonly kept = new Map<string, Fact>();
  private readonly end: () => void;

  constructor(
    private readonly stops: SaidStops,
    changed: () => void,
  ) {
    this.take();
    this.end = stops.onChange(() => {
      if (this.take()) changed();
    });
  }

  facts(): Fact[] {
    return [...this.kept.values()];
  }

  stop(): void {
    this.end();
  }

  private take(): boolean {
    const before = this.kept.size;
    let isNew = false;
    for (const said of this.stops.said()) {
      const fact = factOf(said);
      if (this.kept.has(fact.key)) continue;
      this.kept.set(fact.key, fact);
      isNew = true;
    }
    for (const key of this.kept.keys()) {
      if (this.kept.size <= Math.max(MOST_KEPT, before)) break;
      this.kept.delete(key);
    }
    return isNew;
  }
}

function factOf({ scope, holds, who, atMs, reason }: SaidStop): Fact {
  return {
    code: holds ? 'stopped' : 'resumed',
    key: `${keyOfScope(scope)} ${holds} ${atMs}`,
    about: scopeWords(scope),
    detail: `by ${whoWords(who)}${reason ? `: ${reason}` : ''}`,
    atMs,
    path: '/changes/audit?kind=change',
    ...(scope.kind !== 'all' && { namespace: scope.namespace }),
  };
}
