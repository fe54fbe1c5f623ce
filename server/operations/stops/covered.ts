import { givenMode } from '../../decide/pods/mode-before-stop';
import { coversVpa, isStopped, type StopScope, type StopState } from '../../decide/pods/stop';
import type { Sliced } from '../../lib/time/slices';
import type { UpdateMode, VerticalPodAutoscaler } from '../../objects/vpa-types';

/** What a stop or a resume does to the modes of VPAs, as the record keeps it. */
export interface CoveredVpas {
  /** The first of those whose mode changes: that mode, by `NAMESPACE/NAME`. */
  modes: Record<string, UpdateMode>;
  more: number;
  /** Those that are Off, stopped or not. */
  off: number;
}

/** As many as people read through. */
const MOST_NAMED = 500;

/** The VPAs that are stopped in one of two states and not in the other, by the mode they have while not stopped. */
export function* coveredVpas(
  vpas: Iterable<VerticalPodAutoscaler>,
  scope: StopScope,
  [one, other]: readonly [StopState, StopState],
): Sliced<CoveredVpas> {
  const covered: CoveredVpas = { modes: {}, more: 0, off: 0 };
  let named = 0;
  for (const vpa of vpas) {
    yield;
    const { namespace = '', name } = vpa.metadata;
    if (!coversVpa(scope, namespace, name)) continue;
    if (isStopped(one, namespace, name) === isStopped(other, namespace, name)) continue;
    const mode = givenMode(vpa);
    if (mode === 'Off') covered.off++;
    else if (named < MOST_NAMED) {
      covered.modes[`${namespace}/${name}`] = mode;
      named++;
    } else covered.more++;
  }
  return covered;
}
