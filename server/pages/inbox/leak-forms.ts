import type { FilledForm } from '../../contract/inbox';
import type { WorkloadSummary } from '../../contract/recommendations';
import { type Problem, vpaOfProblem } from '../../problems';
import { maximumFill } from '../needs/forms';

/** The form that caps a container that leaks at the most memory that is of use to it, as long as nothing caps it lower. */
export function leakForms(
  summaries: readonly Pick<WorkloadSummary, 'namespace' | 'name' | 'containers'>[],
): (problem: Pick<Problem, 'code' | 'about'>) => FilledForm | undefined {
  let byVpa: Map<string, Pick<WorkloadSummary, 'containers'>> | undefined;
  return ({ code, about }) => {
    const vpa = code === 'memory-leak' ? vpaOfProblem({ about }) : undefined;
    if (!vpa) return undefined;
    byVpa ??= new Map(summaries.map((one) => [`${one.namespace}/${one.name}`, one]));
    const leaking = byVpa
      .get(`${vpa.namespace}/${vpa.name}`)
      ?.containers.find(({ name }) => about.endsWith(`, container ${name}`));
    if (leaking?.leakMostBytes === undefined || leaking.memory.cap) return undefined;
    const { name: container, leakMostBytes: most } = leaking;
    return maximumFill({ verb: 'Cap at', container, resource: 'memory', most });
  };
}
