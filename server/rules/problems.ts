import type { ProblemReporter } from '../kube/problems';
import { countOf } from '../words/counts';
import { decisionAsked } from './rule-status';
import type { RulesIndex } from './rules-index';

const MOST_NAMED = 3;

/** Reports what keeps policies from having a VPA everywhere; what is over is cleared. */
export function reportRules(
  rulesIndex: RulesIndex,
  failures: ReadonlyMap<string, string>,
  problems: Pick<ProblemReporter, 'report' | 'clearExcept'>,
): void {
  const still = {
    'scaling-policy-invalid': new Set<string>(),
    'scaling-policy-kind-unusable': new Set<string>(),
    'scaling-policy-part-invalid': new Set<string>(),
    'scaling-policies-conflict': new Set<string>(),
    'scaling-policy-awaits-decision': new Set<string>(),
    'scaling-policy-not-carried-out': new Set<string>(),
    'object-unusable': new Set<string>(),
  };
  for (const [key, fault] of rulesIndex.faults) {
    const about = `workload ${key}`;
    still['object-unusable'].add(about);
    problems.report('object-unusable', about, fault);
  }
  for (const { name, unusable, faults, warnings, kindFaults, deleted } of rulesIndex.list()) {
    const about = `VerticalScalingPolicy ${name}`;
    const report = (code: keyof typeof still, detail: string) => {
      still[code].add(about);
      problems.report(code, about, detail);
    };
    const tally = rulesIndex.tallies.find(name);
    const invalid = unusable ?? (faults.length > 0 ? faults.join('; ') : undefined);
    if (invalid !== undefined) report('scaling-policy-invalid', invalid);
    if (kindFaults.length > 0) report('scaling-policy-kind-unusable', kindFaults.join('; '));
    if (warnings.length > 0) report('scaling-policy-part-invalid', warnings.join('; '));
    if (deleted === 'undecided' && tally?.vpas.size)
      report('scaling-policy-awaits-decision', decisionAsked(name, tally.vpas.size));
    const rivals = new Map<string, number>();
    const refusals: string[] = [];
    for (const { reason, with: other } of tally?.conflicts.values() ?? []) {
      if (reason === 'EqualPrecedence') rivals.set(other, (rivals.get(other) ?? 0) + 1);
      if (reason === 'Refused') refusals.push(other);
    }
    if (rivals.size > 0)
      report(
        'scaling-policies-conflict',
        [...rivals]
          .slice(0, MOST_NAMED)
          .map(([other, count]) => `${countOf(count, 'workload')} with ${other}`)
          .join(', '),
      );
    const failure = failures.get(name) ?? refusals[0];
    if (failure !== undefined) report('scaling-policy-not-carried-out', failure);
  }
  for (const [code, abouts] of Object.entries(still))
    problems.clearExcept(code as keyof typeof still, abouts);
}
