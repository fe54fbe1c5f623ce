import type { Problem } from '@/server/contract/problems';
import { PROBLEM_TABLE, type ProblemCode } from '@/server/words/problems';

export interface ProblemGroup {
  code: ProblemCode;
  sentence: string;
  remedy: string;
  problems: Problem[];
}

/** Problems grouped by kind: one sentence and one remedy for all objects that have it, in the order given. */
export function groupProblems(problems: readonly Problem[]): ProblemGroup[] {
  const groups = new Map<ProblemCode, Problem[]>();
  for (const problem of problems) {
    const members = groups.get(problem.code);
    if (members) members.push(problem);
    else groups.set(problem.code, [problem]);
  }
  return [...groups].map(([code, members]) => ({
    code,
    sentence: PROBLEM_TABLE[code].sentence,
    remedy: members[0]?.remedy ?? PROBLEM_TABLE[code].remedy,
    problems: members,
  }));
}

/** What the message adds to sentence and object; undefined if nothing. */
export function causeOf(problem: Problem): string | undefined {
  const prefix = `${PROBLEM_TABLE[problem.code].sentence}: ${problem.about}`;
  if (!problem.message.startsWith(prefix)) return problem.message;
  return problem.message.slice(prefix.length).replace(/^: /, '') || undefined;
}

/** The workload of a problem whose object is a VPA: `VerticalPodAutoscaler shop/web`. */
export function workloadNamed(problem: Problem): { namespace: string; name: string } | undefined {
  const match = /^VerticalPodAutoscaler ([^/\s]+)\/([^/\s]+)$/.exec(problem.about);
  const [, namespace, name] = match ?? [];
  return namespace && name ? { namespace, name } : undefined;
}
