import type { Sliced } from '../../lib/time/slices';
import { faultOf, type ObjectFault } from '../../words/object-fault';
import type { VpaPlan } from './planned';

/** Works on the plan of each VPA by itself, with a pause after each. Returns those that failed. */
export function* eachVpa(
  vpas: readonly VpaPlan[],
  work: (plan: VpaPlan, index: number) => void,
): Sliced<ObjectFault[]> {
  const faults: ObjectFault[] = [];
  for (const [index, plan] of vpas.entries()) {
    try {
      work(plan, index);
    } catch (thrown) {
      faults.push(faultOf('VerticalPodAutoscaler', { metadata: plan }, thrown));
    }
    yield;
  }
  return faults;
}
