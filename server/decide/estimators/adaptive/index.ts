import type { Resource } from '../../../objects/units';
import { AMOUNT_PER_UNIT, wholeAmount, wholeAmountOf } from '../amounts';
import type { BoundAmounts, Estimate, SavedEvidence } from '../estimator';
import type { ExpertLook, ExpertsView } from '../evidence';
import type { StepRecorder } from '../explanation';
import { ownFromSettings } from '../parameters';
import type { Facts, Recommender } from '../recommender';
import { objectIn } from '../saved-values';
import { OpenWindow, WINDOW_MS } from '../windows/open-window';
import { seedFrom } from '../windows/seed';
import { AdaptiveCpu, LEAST_AGE } from './cpu';
import { EXPERTS, HALF_LIVES_MS, type Look } from './experts';
import { histogramsView } from './histograms-view';
import { IN_PLACE, REACTION_MARGIN } from './lives';
import { AdaptiveEvidence } from './own-evidence';
import { type AdaptiveParameters, adaptiveParameters, PACES, shortagePriceOf } from './parameters';

/** How far a memory limit may be from what is wanted, as shares of it; further below where a change is an eviction. */
const LIMIT_RANGE = { belowInPlace: 0.1, below: 0.25, above: 0.3 };

/** So many of the cheapest lives are shown, besides that of `default` and the one that speaks. */
const MOST_SHOWN = 12;

/** The cheapest lives with what each has cost, the one that speaks, and the reaction. */
function expertsView(
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

/**
 * Experts that are paid by what following them would have cost (Herbster and Warmuth, Tracking the best expert,
 * 1998): the cheapest of the last days speaks for CPU. Memory follows its peak.
 */
export const adaptive: Recommender<AdaptiveParameters, AdaptiveEvidence> = {
  name: 'adaptive',
  help: 'Follows the expert that would have cost least, in what it reserves, in time short of CPU and in changes.',
  patience: 'It compares its experts over a day; until then it recommends as default.',
  needs: 'windows',
  parameters: adaptiveParameters,
  fromSettings: (config) => ({
    ...ownFromSettings(config),
    memory: { throttlingFactor: config.memoryThrottlingFactor },
  }),
  presetOf: ({ pace, inPlace }) => (inPlace === true && pace === 'close' ? PACES.close : undefined),
  fromChanges: (changes, limits) => ({
    inPlace: changes === 'in-place',
    ...(limits === 'in-proportion' && { memory: { ownLimit: false } }),
  }),
  restMs: ({ inPlace, restMs }) => (inPlace ? restMs : undefined),
  begin: (parameters, from) => {
    const own = new AdaptiveEvidence(new OpenWindow(undefined), new AdaptiveCpu(parameters));
    const seed = from && seedFrom(from);
    if (!seed) return own;
    own.cpu.seed(seed);
    own.memory.seed(seed);
    return own;
  },
  learn: (own, observation, parameters) => own.observe(observation, parameters),
  estimate: (facts, parameters, addStep) => ({
    cpu: cpuOf(facts, parameters, addStep),
    ...memoryOf(facts, parameters, addStep),
  }),
  histograms: histogramsView,
  evidence: ({ own }, parameters) => ({ kind: 'experts', ...expertsView(own, parameters) }),
  save: ({ open, cpu, memory }) => ({
    open: open.save(),
    cpu: cpu.save(),
    peak: memory.peak.save(),
    memory: memory.save(),
  }),
  load: (saved, parameters, untilMs) => load(saved, parameters, untilMs),
};

/** What the reference's algorithm recommends, while a recommender knows too little of its own; says so. */
function asUsual(
  resource: Resource,
  { history, usual }: Pick<Facts<unknown>, 'history' | 'usual'>,
  addStep: StepRecorder | undefined,
): BoundAmounts {
  const ofResource: StepRecorder = (of, bound, step) => {
    if (of === resource) addStep?.(of, bound, step);
  };
  const bounds = usual.estimate(history, addStep && ofResource)[resource];
  addStep?.(resource, 'target', { step: 'too-early', value: bounds.target });
  return bounds;
}

function cpuOf(
  facts: Facts<AdaptiveEvidence>,
  { marginFraction, inPlace }: AdaptiveParameters,
  addStep: StepRecorder | undefined,
): BoundAmounts {
  const { history, usual } = facts;
  const {
    cpu,
    open: { highest },
  } = facts.own;
  const expert = EXPERTS[cpu.chosen % EXPERTS.length];
  if (!expert) return asUsual('cpu', { history, usual }, addStep);
  const byDefault = usual.estimate(history).cpu;
  const scale = AMOUNT_PER_UNIT.cpu;
  const spoken = cpu.target * (1 + marginFraction);
  const isReaction = cpu.isReacting && highest > spoken;
  const target = wholeAmount((isReaction ? highest * (1 + REACTION_MARGIN) : spoken) * scale);
  if (addStep) {
    addStep('cpu', 'target', { step: 'expert', value: wholeAmount(spoken * scale), by: expert.margin });
    if (isReaction) addStep('cpu', 'target', { step: 'reaction', value: target, by: REACTION_MARGIN });
  }
  return boundsAround('cpu', target, byDefault, inPlace, addStep);
}

/**
 * Memory: what is enough for most of the time is requested, and the limit holds the peak of some days and more. Where
 * both have to be the same, it is that peak with a smaller margin.
 */
function memoryOf(
  { history, own, usual }: Facts<AdaptiveEvidence>,
  { memory: parameters, inPlace }: AdaptiveParameters,
  addStep: StepRecorder | undefined,
): Pick<Estimate, 'memory' | 'memoryLimit'> {
  const { memory, open } = own;
  const peak = memory.peak.value;
  if (peak === 0 || open.number < LEAST_AGE)
    return { memory: asUsual('memory', { history, usual }, addStep) };
  const byDefault = usual.estimate(history).memory;
  const isApart = parameters.ownLimit && memory.hasSeen(LEAST_AGE);
  const asOne = boundsAround(
    'memory',
    targetAsOne(peak, byDefault.target, parameters, isApart ? undefined : addStep),
    byDefault,
    inPlace,
    isApart ? undefined : addStep,
  );
  if (!isApart) return { memory: asOne };
  const { percentile, limitMargin, throttlingFactor: factor } = parameters;
  const limit = wholeAmount(peak * (1 + limitMargin));
  const enough = wholeAmount(memory.enoughFor(percentile));
  // From request + f × (limit − request) on the kubelet stalls the container: the peak has to lie below.
  const unstalled = factor < 1 ? wholeAmount((peak - factor * limit) / (1 - factor)) : 0;
  const target = Math.max(enough, unstalled);
  if (addStep) {
    addStep('memory', 'limit', { step: 'recent-peak', value: wholeAmount(peak), by: parameters.peakSpanMs });
    addStep('memory', 'limit', { step: 'margin', value: limit, by: limitMargin });
    addStep('memory', 'target', { step: 'percentile', value: enough, by: percentile });
    if (unstalled > enough) addStep('memory', 'target', { step: 'unstalled', value: target, by: factor });
  }
  return {
    memory: boundsAround('memory', target, byDefault, inPlace, addStep),
    memoryLimit: {
      lowerBound: wholeAmount(limit * (1 - (inPlace ? LIMIT_RANGE.belowInPlace : LIMIT_RANGE.below))),
      target: limit,
      upperBound: wholeAmount(limit * (1 + LIMIT_RANGE.above)),
      asOne,
    },
  };
}

/** The peak and a margin, but not far more than `default` says. */
function targetAsOne(
  peak: number,
  byDefault: number,
  { peakMargin, peakSpanMs, ceiling }: AdaptiveParameters['memory'],
  addStep: StepRecorder | undefined,
): number {
  const needed = wholeAmount(peak * (1 + peakMargin));
  // After a restart its peak may be all that is known: no ceiling comes of nothing.
  const most = byDefault > 0 ? wholeAmount(byDefault * ceiling) : needed;
  if (addStep) {
    addStep('memory', 'target', { step: 'recent-peak', value: wholeAmount(peak), by: peakSpanMs });
    addStep('memory', 'target', { step: 'margin', value: needed, by: peakMargin });
    if (needed > most) addStep('memory', 'target', { step: 'ceiling', value: most, by: ceiling });
  }
  return Math.min(needed, most);
}

/**
 * Targets are steady: they move only when a change is worth it. In place the bounds are close, so that each move is
 * carried out; else they are as wide as those of `default`, since each change is an eviction.
 */
function boundsAround(
  resource: Resource,
  target: number,
  byDefault: BoundAmounts,
  inPlace: boolean,
  addStep: StepRecorder | undefined,
): BoundAmounts {
  const lowerBound = inPlace
    ? wholeAmount(target * (1 - IN_PLACE.raiseAbove / 2))
    : Math.min(target, byDefault.lowerBound);
  const upperBound = inPlace
    ? wholeAmount(target * (1 + IN_PLACE.lowerBelow))
    : Math.max(target, byDefault.upperBound);
  const step = inPlace ? 'close-bounds' : 'wide-bounds';
  addStep?.(resource, 'lowerBound', { step, value: lowerBound });
  addStep?.(resource, 'upperBound', { step, value: upperBound });
  return { lowerBound, target, upperBound };
}

function load(saved: SavedEvidence, parameters: AdaptiveParameters, untilMs: number): AdaptiveEvidence {
  const open = OpenWindow.load(saved.open, untilMs);
  const own = new AdaptiveEvidence(open, new AdaptiveCpu(parameters));
  own.cpu.load(objectIn(saved.cpu, 'cpu'), open.number);
  own.memory.load(saved.memory, saved.peak, open.number);
  return own;
}
