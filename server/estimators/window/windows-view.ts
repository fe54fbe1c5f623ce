import type { Resource } from '../../model/units';
import { wholeAmountOf } from '../amounts';
import type { WindowsView } from '../evidence';
import { WINDOW_MS } from '../windows/open-window';
import type { WindowEvidence } from './evidence';
import type { WindowParameters } from './parameters';
import { INTERMEDIATE_PERCENTILE } from './statistics';

/** The newest windows, with the statistic after each. */
export function windowsView(
  resource: Resource,
  own: WindowEvidence,
  parameters: WindowParameters,
): WindowsView {
  const signal = own[resource];
  const amount = (usage: number) => wholeAmountOf(resource, usage);
  const { holdMs } = parameters;
  return {
    windows: signal.latest.list().map(({ window, mean, peak, statistic }) => ({
      endMs: own.endOf(window),
      mean: amount(mean),
      peak: amount(peak),
      statistic: amount(statistic),
    })),
    windowMs: WINDOW_MS,
    ...statisticOf(resource, parameters),
    held: amount(signal.highestOver(Math.ceil(holdMs / WINDOW_MS))),
    holdMs,
  };
}

function statisticOf(
  resource: Resource,
  parameters: WindowParameters,
): Pick<WindowsView, 'statistic' | 'by'> {
  if (resource === 'cpu')
    return parameters.class === 'batch'
      ? { statistic: 'average' }
      : { statistic: 'load-percentile', by: parameters.cpu.target };
  switch (parameters.memory.tolerance) {
    case 'minimal':
      return { statistic: 'peak', by: parameters.memory.peakSpanMs };
    case 'low':
      return { statistic: 'load-percentile', by: parameters.memory.target };
    case 'intermediate':
      return { statistic: 'percentile-or-half-peak', by: INTERMEDIATE_PERCENTILE };
  }
}
