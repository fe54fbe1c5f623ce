import type { StatusAnswer } from '../../contract/status';
import type { Problem } from '../../kube/problems';
import { PROBLEM_TABLE } from '../../words/problems';
import { CLUSTER_WIDE } from './ranked';

/** Problems that prevent a first pass, most severe first; of each kind one, with the message of every object. */
export function blockingOf(problems: readonly Problem[]): StatusAnswer['blocking'] {
  const blocking = [...CLUSTER_WIDE, 'role-not-started'] as const;
  return blocking.flatMap((code) => {
    const found = problems.filter((problem) => problem.code === code);
    const [first] = found;
    if (!first) return [];
    const message = found.map((problem) => problem.message).join('\n');
    return { code, sentence: PROBLEM_TABLE[code].sentence, message, remedy: first.remedy };
  });
}
