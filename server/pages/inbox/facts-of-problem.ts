import type { FilledForm } from '../../contract/inbox';
import type { WorkloadSummary } from '../../contract/recommendations';
import { containerOfProblem, type Problem, vpaOfProblem } from '../../kube/problems';
import type { ProblemCode } from '../../words/problems';
import { maximumFill } from '../needs/forms';

/** What the summary of its VPA adds to a problem. */
export interface FactsOfProblem {
  /** The form that does something about it. */
  readonly form?: FilledForm;
  /** Since when the condition of the VPA says so. */
  readonly sinceMs?: number;
}

type Known = Pick<WorkloadSummary, 'namespace' | 'name' | 'containers' | 'conditions'>;

/** The condition of a VPA that tells the same, and outlives the process. */
const CONDITIONS: Partial<Record<ProblemCode, string>> = {
  'memory-leak': 'MemoryLeak',
  'raised-in-vain': 'RaisedInVain',
  'target-missing': 'ConfigUnsupported',
  'target-not-topmost': 'ConfigUnsupported',
  'target-unsupported': 'ConfigUnsupported',
  'policy-invalid': 'ConfigUnsupported',
};

/** Asked for one problem after the other; goes through the summaries at most once. */
export function factsOfProblems(
  summaries: readonly Known[],
): (problem: Pick<Problem, 'code' | 'about'>) => FactsOfProblem {
  let byVpa: Map<string, Known> | undefined;
  return ({ code, about }) => {
    const type = CONDITIONS[code];
    const vpa = type === undefined ? undefined : vpaOfProblem({ about });
    if (!vpa) return {};
    byVpa ??= new Map(summaries.map((one) => [`${one.namespace}/${one.name}`, one]));
    const known = byVpa.get(`${vpa.namespace}/${vpa.name}`);
    const condition = known?.conditions.find((one) => one.type === type && one.status === 'True');
    const sinceMs = condition?.lastTransitionMs;
    const form = code === 'memory-leak' ? leakForm(known, containerOfProblem({ about })) : undefined;
    return { ...(form && { form }), ...(sinceMs !== undefined && { sinceMs }) };
  };
}

/** The form that caps a container that leaks at the most memory that is of use to it, as long as nothing caps it lower. */
function leakForm(known: Known | undefined, container: string | undefined): FilledForm | undefined {
  const leaking = known?.containers.find(({ name }) => name === container);
  if (leaking?.leakMostBytes === undefined || leaking.memory.cap) return undefined;
  const { name, leakMostBytes: most } = leaking;
  return maximumFill({ verb: 'Cap at', container: name, resource: 'memory', most });
}
