import { fewAtATime } from '../lib/time/few-at-a-time';
import type { DashboardBackend } from './dashboard-backend';
import { CommandFailure, EXIT, type Exit, toFailure } from './failure';
import { type CommonOptions, openHub } from './options';
import { plainText } from './text';

const AT_ONCE = 8;

/** What a cluster of a hub answered, or why it did not. */
export type AnswerOfCluster<T> = { cluster: string } & ({ answer: T } | { failure: string });

/** What a cluster of another version, or one that lies, answered. */
export const answerUnreadable = new CommandFailure(
  'failed',
  'Its answer cannot be read.',
  'Use the same version for the command line and the clusters.',
);

/** Asks each of the chosen clusters through their hub, a few at a time; one that fails costs only itself. */
export async function askClusters<T>(
  options: Pick<CommonOptions, 'server' | 'header'>,
  clusters: string,
  ask: (backend: DashboardBackend) => Promise<T>,
): Promise<AnswerOfCluster<T>[]> {
  const chosen = (await openHub(options).clusters(clusters)).map(({ name }) => name);
  const found = new Map<string, AnswerOfCluster<T>>();
  let exit: Exit | undefined;
  await fewAtATime(
    chosen,
    async (cluster) => {
      try {
        found.set(cluster, { cluster, answer: await ask(openHub(options, cluster)) });
      } catch (thrown) {
        const failure = toFailure(thrown);
        exit ??= failure.exit;
        found.set(cluster, { cluster, failure: textOf(failure) });
      }
    },
    { atOnce: AT_ONCE },
  );
  if (exit) process.exitCode = EXIT[exit];
  return chosen.flatMap((cluster) => found.get(cluster) ?? []);
}

/** Each cluster under its name. One whose answer is of another shape says so in place of it. */
export function ofClustersText<T>(
  answers: readonly AnswerOfCluster<T>[],
  textOfOne: (answer: T) => string,
): string {
  return answers
    .map(
      (one) => `== ${one.cluster}\n${'answer' in one ? textOrFailure(one.answer, textOfOne) : one.failure}`,
    )
    .join('\n\n');
}

function textOrFailure<T>(answer: T, textOfOne: (answer: T) => string): string {
  try {
    return textOfOne(answer);
  } catch {
    process.exitCode = EXIT[answerUnreadable.exit];
    return textOf(answerUnreadable);
  }
}

function textOf({ message, remedy }: Pick<CommandFailure, 'message' | 'remedy'>): string {
  return plainText(`error: ${message}${remedy ? ` ${remedy}` : ''}`);
}
