import type { Life } from '@/server/estimators/leak/leak';
import type { LeakView, LifeView } from '../../contract/recommendations';
import type { VpaRecord } from '../books/vpa-record';

const HOUR_MS = 3_600_000;

/** The leak of a container with the lives that show it; nothing if it does not leak. */
export function leakView({ leaks }: Pick<VpaRecord, 'leaks'>, container: string): { leak?: LeakView } {
  const leak = leaks?.of(container);
  if (!leaks || !leak) return {};
  const { bytesPerHour, lives, killedAfterMs, lifeMs, mostBytes } = leak;
  return {
    leak: {
      bytesPerHour,
      lives,
      ...(killedAfterMs !== undefined && { killedAfterMs }),
      lifeMs,
      mostBytes,
      lastLives: leaks.livesOf(container).map(lifeView),
    },
  };
}

function lifeView({ startMs, lengthMs, peakBytes, isKilled, isOver, course }: Life): LifeView {
  const view = { startMs, lengthMs, peakBytes, end: endOf(isKilled, isOver) };
  if (course.kind !== 'rises') return view;
  return { ...view, startBytes: course.startBytes, bytesPerHour: course.bytesPerMs * HOUR_MS };
}

function endOf(isKilled: boolean, isOver: boolean): LifeView['end'] {
  if (isKilled) return 'killed';
  return isOver ? 'ended' : 'goes-on';
}
