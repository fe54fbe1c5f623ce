import { wholeAmountOf } from '../amounts';
import type { ExpertLook, ExpertsView } from '../evidence';
import { WINDOW_MS } from '../windows/open-window';
import { EXPERTS, HALF_LIVES_MS, type Look } from './experts';
import type { AdaptiveEvidence } from './own-evidence';
import { type AdaptiveParameters, shortagePriceOf } from './parameters';

/** So many of the cheapest lives are shown, besides that of `default` and the one that speaks. */
const MOST_SHOWN = 12;

/** The cheapest lives with what each has cost, the one that speaks, and the reaction. */
export function expertsView(
  { cpu, open }: Pick<AdaptiveEvidence, 'cpu' | 'open'>,
  parameters: AdaptiveParameters,
): ExpertsView {
  const { lives, chosen, former, switchedAt } = cpu;
  const byCost = Array.from(lives.costs.keys()).sort((a, b) => (lives.costs[a] ?? 0) - (lives.costs[b] ?? 0));
  const usual = EXPERTS.findIndex(({ look, margin }) => look.kind === 'as-default' && margin === 0);
  const shown = new Set([...byCost.slice(0, MOST_SHOWN), usual, ...(chosen < 0 ? [] : [chosen])]);
  return {
    experts: byCost
      .filter((life) => shown.has(life))
      .map((life) => ({
        ...lookView(life),
        reacts: lives.isReacting(life),
        request: wholeAmountOf('cpu', lives.requests[life] ?? 0),
        cost: wholeAmountOf('cpu', lives.costs[life] ?? 0),
        shortage: wholeAmountOf('cpu', lives.shortages[life] ?? 0),
        speaks: life === chosen,
      })),
    count: lives.count,
    canReact: lives.count > EXPERTS.length,
    ...(chosen >= 0 &&
      open.originMs !== undefined && {
        since: {
          atMs: open.originMs + switchedAt * WINDOW_MS,
          ...(former >= 0 && { after: lookView(former) }),
        },
      }),
    highestNow: wholeAmountOf('cpu', open.highest),
    shortagePrice: shortagePriceOf(parameters),
    changePrice: parameters.changePrice,
    priceHalfLifeMs: parameters.priceHalfLifeMs,
    ceiling: parameters.ceiling,
  };
}

function lookView(life: number): ExpertLook {
  const expert = EXPERTS[life % EXPERTS.length];
  return expert
    ? { is: isOf(expert.look), margin: expert.margin }
    : { is: { kind: 'as-default' }, margin: 0 };
}

function isOf(look: Look): ExpertLook['is'] {
  if (look.kind !== 'percentile') return look;
  return { kind: look.kind, percentile: look.percentile, halfLifeMs: HALF_LIVES_MS[look.halfLife] ?? 0 };
}
