import type { Life } from '@/server/decide/estimators/leak/leak';
import { type ContainerPolicies, policyOrDefault } from '@/server/decide/pods/container-policy';
import type { Amounts } from '@/server/objects/units';
import type { ContainerView, LeakView, LifeView } from '../../contract/recommendations';
import type { LeakInWords } from '../../words/leaks';
import type { ServedVpa } from '../vpas/served-vpa';

const HOUR_MS = 3_600_000;

/** The leak of a container with the lives that show it; nothing if it does not leak. */
export function leakView(served: Pick<ServedVpa, 'leaks'>, container: string): { leak?: LeakView } {
  const leak = leakInWords(served, container);
  if (!served.leaks || !leak) return {};
  return { leak: { ...leak, lastLives: served.leaks.livesOf(container).map(lifeView) } };
}

/** What there is to say of the leak of a container; undefined if it does not leak. */
export function leakInWords({ leaks }: Pick<ServedVpa, 'leaks'>, container: string): LeakInWords | undefined {
  const leak = leaks?.of(container);
  if (!leak) return undefined;
  const { bytesPerHour, lives, killedAfterMs, lifeMs, mostBytes } = leak;
  return { bytesPerHour, lives, ...(killedAfterMs !== undefined && { killedAfterMs }), lifeMs, mostBytes };
}

/** Why the memory of a container no longer rises with its kills. */
export function risesNoMore(
  { leaks }: Pick<ServedVpa, 'leaks'>,
  container: string,
): Pick<ContainerView, 'risesNoMore'> {
  if (leaks?.inVain(container)) return { risesNoMore: 'raised-in-vain' };
  return leaks?.of(container) ? { risesNoMore: 'leak' } : {};
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

/** A cap so close to what is of use need not be set. */
const NEAR = 1.1;

/**
 * The most memory that is of use to a container that leaks, where nothing stated keeps it about there, nor any node.
 * @param nodeMost what a node can give it, in bytes
 */
export function leakCap(
  { leaks }: Pick<ServedVpa, 'leaks'>,
  container: string,
  policies: ContainerPolicies | undefined,
  globalMost: Amounts,
  nodeMost = Number.POSITIVE_INFINITY,
): { leakMostBytes?: number } {
  const most = leaks?.of(container)?.mostBytes;
  if (most === undefined || !policies) return {};
  const { minAllowed, maxAllowed, off } = policyOrDefault(policies, container);
  const stated = Math.min(
    maxAllowed?.memory ?? Number.POSITIVE_INFINITY,
    globalMost.memory ?? Number.POSITIVE_INFINITY,
    nodeMost,
  );
  const isOfUse = !off && stated > most * NEAR && (minAllowed?.memory ?? 0) <= most;
  return isOfUse ? { leakMostBytes: most } : {};
}
