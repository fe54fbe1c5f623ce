import type { Resource } from '@/server/model/units';
import type { ModelsView } from '@/server/recommender/views';
import { formatAmount } from '@/server/words/amounts';
import { formatShare } from '@/server/words/counts';
import { formatDuration } from '@/server/words/times';
import { absoluteTime } from '../times/times';

type Model = ModelsView['models'][number];

/** One model in words, and its cost as shares of the dearest. */
export interface ModelRow {
  name: string;
  limit: string;
  cost: string;
  overrun: string;
  underrun: string;
  changes: string;
  speaks: boolean;
  parts: readonly { part: 'overrun' | 'underrun' | 'changes'; share: number }[];
}

/** The models, cheapest first. */
export function modelRows(resource: Resource, { models, chosen, measure }: ModelsView): ModelRow[] {
  const dearest = Math.max(...models.map(({ cost }) => cost), Number.MIN_VALUE);
  const amount = (cost: number) => costWords(resource, measure, cost);
  return models
    .map((model, index) => ({ model, index }))
    .sort((a, b) => a.model.cost - b.model.cost || b.index - a.index)
    .map(({ model, index }) => ({
      name: modelName(model),
      limit: formatAmount(resource, model.limit),
      cost: amount(model.cost),
      overrun: amount(model.overrun),
      underrun: amount(model.underrun),
      changes: amount(model.changes),
      speaks: index === chosen,
      parts: (['overrun', 'underrun', 'changes'] as const).map((part) => ({
        part,
        share: model[part] / dearest,
      })),
    }));
}

/** Which model speaks, why, and since when. */
export function modelsWords(resource: Resource, view: ModelsView): string {
  const { models, chosen, switched, prices, measure } = view;
  const speaker = models[chosen];
  if (!speaker) return 'No model speaks yet: the first window of five minutes is under way.';
  const cheapest = models.reduce((best, model) => (model.cost < best.cost ? model : best), speaker);
  const gain = speaker.cost - cheapest.cost;
  const price = prices.model + (cheapest.limit === speaker.limit ? 0 : prices.limit);
  const why = models.every(({ cost }) => cost === 0)
    ? 'No model has cost anything yet, so the most cautious one speaks'
    : gain <= 0
      ? 'It has cost least'
      : `That with ${modelName(cheapest)} has cost ${costWords(resource, measure, gain)} less, and a change would cost ${costWords(resource, measure, price)}`;
  const former = switched && models[switched.from];
  const since = former
    ? ` It took over from ${modelName(former)} at ${absoluteTime(switched.atMs)}.`
    : ' It has spoken from the start.';
  return `The model with ${modelName(speaker)} speaks. ${why}.${since}`;
}

function modelName({ halfLifeMs, margin }: Model): string {
  return `half-life ${formatDuration(halfLifeMs)}, margin ${formatShare(margin)}`;
}

/** A cost by distance is weighted usage; by count it is plain. */
function costWords(resource: Resource, measure: ModelsView['measure'], cost: number): string {
  if (measure === 'count') return cost.toFixed(3);
  return formatAmount(resource, Math.round(cost));
}
