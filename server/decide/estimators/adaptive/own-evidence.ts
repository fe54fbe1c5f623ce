import type { Observation } from '../../../model/observation';
import type { OpenWindow } from '../windows/open-window';
import type { AdaptiveCpu } from './cpu';
import { AdaptiveMemory } from './memory';
import type { AdaptiveParameters } from './parameters';

/** All that the adaptive recommender keeps of one container. */
export class AdaptiveEvidence {
  constructor(
    readonly open: OpenWindow,
    readonly cpu: AdaptiveCpu,
    readonly memory = new AdaptiveMemory(),
  ) {}

  observe(observation: Observation, parameters: AdaptiveParameters): void {
    const { open, cpu, memory } = this;
    const { kind, value, timeMs } = observation;
    if (kind === 'oom' || kind === 'killed-at') memory.observe(observation, open.number, parameters);
    if (kind !== 'cpu' && kind !== 'memory') return;
    const isNow = open.advanceTo(timeMs, (values, number, windows) =>
      cpu.add(values, number, windows, parameters),
    );
    if (!isNow) return;
    if (kind === 'cpu') open.add(value);
    else memory.observe(observation, open.number, parameters);
  }
}
