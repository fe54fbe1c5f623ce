import type { AcrossMember } from '../../../contract/across';
import type { RulesOfMember, ToldRule, ToldRules } from '../../../contract/cluster-rules';
import { ofKey } from '../../../lib/memo/of-key';
import { AppError } from '../../../lib/report/errors';
import type { Sliced } from '../../../lib/time/slices';
import { compareTexts } from '../../../words/natural-order';
import { labelsOf } from '../labels';

/** What several clusters state in a rule of one name. */
export interface ComparedRule {
  readonly name: string;
  /** Those of the most clusters first, at least one; of equal ones that of the cluster which the file names first. */
  readonly versions: readonly ComparedVersion[];
  readonly missing: readonly string[];
}

export interface ComparedVersion {
  readonly clusters: string[];
  /** As one of them told it: one that sent what it states, if any did. */
  rule: ToldRule;
}

/** The rules of clusters beside each other. */
export interface Comparison {
  readonly rules: readonly ComparedRule[];
  readonly members: readonly AcrossMember[];
  readonly clusters: number;
  /** Those that told their rules. */
  readonly told: readonly string[];
  readonly labels: readonly string[];
}

/**
 * Compares the rules of clusters. @param label of those that are compared, such as `region=eu`; all if absent
 * @throws AppError `bad-request` if no cluster has that label
 */
export function* comparedRules({ members }: ToldRules, label: string | undefined): Sliced<Comparison> {
  const labels = [...new Set(members.flatMap(labelsOf))].sort(compareTexts);
  if (label !== undefined && !labels.includes(label))
    throw new AppError('bad-request', `no cluster has the label ${label}`, [
      { field: 'label', message: `must be one of ${labels.join(', ')}` },
    ]);
  const compared = members.filter((member) => label === undefined || labelsOf(member).includes(label));
  const told = compared.filter(isTold);
  const named = new Map<string, Map<string, ComparedVersion>>();
  for (const member of told) {
    for (const rule of member.rules) {
      const versions = ofKey(named, rule.name, () => new Map<string, ComparedVersion>());
      const version = versions.get(rule.sha256);
      if (version) {
        version.clusters.push(member.name);
        if (rule.isSent) version.rule = rule;
      } else versions.set(rule.sha256, { clusters: [member.name], rule });
    }
    yield;
  }
  const rules: ComparedRule[] = [];
  const has = new Map(told.map(({ name, rules: own }) => [name, new Set(own.map((rule) => rule.name))]));
  for (const [name, versions] of [...named].sort(([a], [b]) => compareTexts(a, b))) {
    rules.push({
      name,
      versions: [...versions.values()].sort((a, b) => b.clusters.length - a.clusters.length),
      missing: told.flatMap((member) =>
        has.get(member.name)?.has(name) || mayHaveKept(member, name) ? [] : [member.name],
      ),
    });
    yield;
  }
  return {
    rules,
    members: compared.map(shownMember).filter((member) => Object.keys(member).length > 1),
    clusters: compared.length,
    told: told.map(({ name }) => name),
    labels,
  };
}

type Told = RulesOfMember & Required<Pick<RulesOfMember, 'rules'>>;

function isTold(member: RulesOfMember): member is Told {
  return member.rules !== undefined && member.without !== 'right' && member.without !== 'role';
}

/** Whether the rule may be among those that the cluster did not send: it sends the first by name. */
function mayHaveKept({ rules, all = 0, odd = 0 }: Told, name: string): boolean {
  const last = rules.at(-1)?.name;
  return all > rules.length + odd && (last === undefined || name > last);
}

function shownMember({ name, fault, seenMs, rules, without, all = 0, odd = 0 }: RulesOfMember): AcrossMember {
  const left = rules && without !== 'right' && without !== 'role' ? all - rules.length - odd : 0;
  return {
    name,
    ...(fault && { fault, ...(rules && seenMs !== undefined && { seenMs }) }),
    ...(!rules && !fault && { isAsked: true as const }),
    ...(without && { without }),
    ...(odd > 0 && { odd }),
    ...(left > 0 && { left }),
  };
}
