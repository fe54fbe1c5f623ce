import type { Resource } from '../../model/units';
import { AMOUNT_PER_UNIT, wholeAmountOf } from '../amounts';
import type { ModelsView } from '../evidence';
import { type OpenWindow, WINDOW_MS } from '../windows/open-window';
import type { Models } from './models';
import type { EnsembleParameters } from './parameters';

/** The models of one resource with what each has cost so far. */
export function modelsView(
  resource: Resource,
  models: Models,
  open: OpenWindow,
  parameters: EnsembleParameters,
): ModelsView {
  const { halfLivesMs, margins, measure, costHalfLifeMs } = parameters;
  // By distance, costs are weighted usage; by count they are plain.
  const unit = measure === 'distance' ? AMOUNT_PER_UNIT[resource] : 1;
  const prices = models.switchPrices(parameters);
  const endMs = open.endOfLast(resource);
  return {
    models: models.limits.map((limit, index) => {
      const [cost = 0, overrun = 0, changes = 0] = [models.costs, models.overruns, models.changeCosts].map(
        (costs) => (costs[index] ?? 0) * unit,
      );
      return {
        halfLifeMs: halfLivesMs[Math.floor(index / margins.length)] ?? 0,
        margin: margins[index % margins.length] ?? 0,
        limit: wholeAmountOf(resource, limit),
        cost,
        overrun,
        underrun: Math.max(0, cost - overrun - changes),
        changes,
      };
    }),
    chosen: models.chosen,
    ...(models.former >= 0 &&
      endMs !== undefined && {
        switched: { atMs: endMs - models.sinceSwitch * WINDOW_MS, from: models.former },
      }),
    prices: { model: prices.model * unit, limit: prices.limit * unit },
    measure,
    costHalfLifeMs,
  };
}
