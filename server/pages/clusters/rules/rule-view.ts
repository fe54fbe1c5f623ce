import type { ClusterRuleView, RuleVersion, ToldRules } from '../../../contract/cluster-rules';
import { AppError } from '../../../lib/report/errors';
import { inSlices, type Sliced } from '../../../lib/time/slices';
import { type ComparedRule, type ComparedVersion, comparedRules } from './compared-rules';
import { ruleManifest, rulePatch } from './rule-manifest';

/** Of the manifests and patches of one answer. */
const MOST_TEXT = 2 * 1024 * 1024;
const PARAMS = ['base', 'label'];

/**
 * A rule in all clusters, or in those with `label`; `base` is the cluster whose version the others are compared with.
 * @throws AppError `bad-request`, or `not-found` if no cluster that told its rules has it
 */
export async function clusterRuleView(
  told: ToldRules,
  name: string,
  params: URLSearchParams,
): Promise<ClusterRuleView> {
  const odd = [...params.keys()].find((key) => !PARAMS.includes(key));
  if (odd !== undefined)
    throw new AppError('bad-request', `${odd} is not known here`, [
      { field: odd, message: 'is not known here' },
    ]);
  const {
    rules,
    members,
    clusters,
    told: telling,
    labels,
  } = await inSlices(comparedRules(told, params.get('label') || undefined));
  const rule = rules.find((one) => one.name === name);
  if (!rule) throw new AppError('not-found', `VerticalScalingPolicy ${name} in these clusters`);
  const versions = await inSlices(versionsOf(rule, told, params.get('base') || undefined));
  const [base, ...others] = versions;
  return {
    name,
    base: base as RuleVersion,
    others,
    missing: [...rule.missing],
    members: [...members],
    clusters,
    told: telling.length,
    labels: [...labels],
  };
}

/** The base first. */
function* versionsOf(
  { name, versions }: ComparedRule,
  told: ToldRules,
  baseOf: string | undefined,
): Sliced<RuleVersion[]> {
  const base = versions.find(({ clusters }) => baseOf === undefined || clusters.includes(baseOf));
  if (!base)
    throw new AppError('bad-request', `${baseOf} has no rule ${name}`, [
      { field: 'base', message: 'must be a cluster that has the rule' },
    ]);
  const baseSpec = told.specOf(base.rule);
  let left = MOST_TEXT;
  const shown: RuleVersion[] = [];
  for (const version of [base, ...versions.filter((one) => one !== base)]) {
    yield;
    const texts =
      left > 0
        ? textsOf(name, version, told, version === base ? undefined : baseSpec)
        : ({} as ReturnType<typeof textsOf>);
    left -= (texts.yaml?.length ?? 0) + (texts.patch?.length ?? 0);
    shown.push({ clusters: [...version.clusters], bytes: version.rule.bytes, ...texts });
  }
  return shown;
}

function textsOf(
  name: string,
  { rule }: ComparedVersion,
  told: ToldRules,
  base: object | undefined,
): Pick<RuleVersion, 'yaml' | 'patch'> {
  const spec = told.specOf(rule);
  if (!spec) return {};
  return { yaml: ruleManifest(name, spec), ...(base && { patch: rulePatch(base, spec) }) };
}
