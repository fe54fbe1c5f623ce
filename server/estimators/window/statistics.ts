import type { Signal } from '../../model/signals';
import { WINDOW_MS } from '../windows/open-window';
import type { SignalWindows } from './evidence';
import type { WindowParameters } from './parameters';

/** The low percentile and the share of the peak at intermediate tolerance of OOM kills. */
export const INTERMEDIATE_PERCENTILE = 0.6;
const INTERMEDIATE_SHARE_OF_PEAK = 0.5;

export function peakOf(signal: Signal, own: SignalWindows, parameters: WindowParameters): number {
  return own.peakOver(Math.ceil(parameters[signal].peakSpanMs / WINDOW_MS));
}

/**
 * The statistic that Autopilot takes of a signal, in cores or bytes (EuroSys 2020, §3.2): CPU S_avg for batch,
 * else S_pj; memory S_max, S_p98, or max(S_p60, 0.5·S_max), by the tolerance of OOM kills.
 */
export function usageOf(signal: Signal, own: SignalWindows, parameters: WindowParameters): number {
  if (signal === 'cpu')
    return parameters.class === 'batch' ? own.average : own.shares.loadPercentile(parameters.cpu.target);
  switch (parameters.memory.tolerance) {
    case 'minimal':
      return peakOf('memory', own, parameters);
    case 'low':
      return own.shares.loadPercentile(parameters.memory.target);
    case 'intermediate':
      return Math.max(
        own.shares.loadPercentile(INTERMEDIATE_PERCENTILE),
        INTERMEDIATE_SHARE_OF_PEAK * peakOf('memory', own, parameters),
      );
  }
}
