import type { ReplayView } from '../contract/replays';
import type { ClusterContext } from '../kube/role-context';
import { AppError, errorText } from '../lib/report/errors';
import { repeat } from '../lib/time/repeat';
import type { UpdateMode } from '../objects/vpa-types';
import type { GraduationPorts, ReplayVerdict, ReplayWanted } from '../rules/graduation/ports';
import { GRADUATION_USER } from '../words/who';
import type { Replays } from './replays';

/** How long it waits where people's replays come first, or nothing is known yet, in real ms. */
const BACKOFF = { firstMs: 2_000, longestMs: 30_000 };

/** Replays for graduation, by the jobs that people's replays have. */
export function replaysForGraduation(
  replays: () => Replays | undefined,
  { clock, wallClock, loops }: Pick<ClusterContext, 'clock' | 'wallClock' | 'loops'>,
): GraduationPorts['replay'] {
  return async (wanted, stopping) => {
    let verdict: ReplayVerdict | undefined;
    const trying = repeat({
      name: 'replay for graduation',
      everyMs: BACKOFF.firstMs,
      backoff: BACKOFF,
      wallClock,
      loops,
      run: async () => {
        try {
          const running = replays();
          if (!running) return 'retry';
          verdict = verdictOf(await running.run(requestOf(wanted), GRADUATION_USER, stopping), clock.now());
        } catch (error) {
          const isLater = error instanceof AppError && (error.code === 'busy' || error.code === 'not-ready');
          if (isLater && !stopping.aborted) return 'retry';
          verdict = { state: 'failed', atMs: clock.now(), why: errorText(error) };
        }
        return 'give-up';
      },
    });
    const cancel = () => void trying.stop();
    stopping.addEventListener('abort', cancel);
    if (stopping.aborted) cancel();
    await trying.ended;
    stopping.removeEventListener('abort', cancel);
    stopping.throwIfAborted();
    return verdict ?? { state: 'failed', atMs: clock.now(), why: 'it ended before it began' };
  };
}

function requestOf({ namespace, name, days, updateMode }: ReplayWanted) {
  return {
    scope: { kind: 'vpa' as const, namespace, name },
    days,
    loop: 'closed' as const,
    variants: [{ name: updateMode, updateMode: updateMode as UpdateMode }],
  };
}

function verdictOf({ id, state, outcome, failure }: ReplayView, atMs: number): ReplayVerdict {
  const summary = outcome?.variants[0]?.summary;
  if (!outcome || !summary)
    return { state: 'failed', atMs, why: failure?.message ?? `the replay was ${state} before its end` };
  const { oomsADay, cpuShort, memoryShort } = summary;
  // A figure that nothing was measured for is not a clean one.
  if (!oomsADay || !cpuShort || !memoryShort)
    return { state: 'failed', atMs, why: 'CPU or memory was not measured in that time' };
  return {
    state: 'done',
    id,
    atMs,
    countedMs: outcome.toMs - outcome.fromMs,
    figures: { oomsADay: oomsADay.total, cpuShort: cpuShort.total, memoryShort: memoryShort.total },
  };
}
