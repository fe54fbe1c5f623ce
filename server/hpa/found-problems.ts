import type { ProblemReporter } from '../kube/problems';
import { aboutObject } from '../words/object-fault';
import type { ProblemCode } from '../words/problems';
import type { KnownHpa } from './known-hpa';

/** The problems that every sync finds again as long as they last. */
const FOUND_BY_SYNCS = [
  'object-unusable',
  'hpa-contested',
  'hpa-target-shared',
  'hpa-differs',
  'hpa-sees-no-container',
  'hpa-at-maximum',
  'hpa-without-metric',
  'hpa-minimum-idle',
  'hpa-not-written',
] as const satisfies readonly ProblemCode[];

type Found = (typeof FOUND_BY_SYNCS)[number];

/** Collects what one sync finds wrong with HPAs; what the next does not find again is cleared. */
export class FoundProblems {
  private found = new Map<Found, Map<string, string>>();

  constructor(private readonly problems: Pick<ProblemReporter, 'report' | 'clearExcept'>) {}

  note(code: Found, { hpa }: Pick<KnownHpa, 'hpa'>, detail: string): void {
    const found = this.found.get(code) ?? new Map<string, string>();
    this.found.set(code, found.set(aboutObject('HorizontalPodAutoscaler', hpa), detail));
  }

  /** At the end of a sync. */
  report(): void {
    for (const code of FOUND_BY_SYNCS) {
      const found = this.found.get(code) ?? new Map<string, string>();
      for (const [about, detail] of found) this.problems.report(code, about, detail);
      this.problems.clearExcept(code, new Set(found.keys()));
    }
    this.found = new Map();
  }
}
