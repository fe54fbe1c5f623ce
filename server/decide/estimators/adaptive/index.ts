import type { Observation } from '../../../model/observation';
import type { Resource } from '../../../objects/units';
import { AMOUNT_PER_UNIT, wholeAmount } from '../amounts';
import type { BoundAmounts, SavedEvidence } from '../estimator';
import type { StepRecorder } from '../explanation';
import { asUsual } from '../fallback';
import { ownFromSettings } from '../parameters';
import type { Facts, Recommender } from '../recommender';
import { recordIn } from '../saved-values';
import { bucketsView } from '../windows/histogram-view';
import { OpenWindow } from '../windows/open-window';
import { RecentPeak } from '../windows/recent-peak';
import { seedFrom } from '../windows/seed';
import { AdaptiveCpu, LEAST_AGE } from './cpu';
import { EXPERTS, HALF_LIVES_MS } from './experts';
import { expertsView } from './experts-view';
import { IN_PLACE, REACTION_MARGIN } from './lives';
import { type AdaptiveParameters, adaptiveParameters } from './parameters';

const HOUR_MS = 3_600_000;

/** All that the adaptive recommender keeps of one container. */
export class AdaptiveEvidence {
  constructor(
    readonly open: OpenWindow,
    readonly cpu: AdaptiveCpu,
    readonly peak = new RecentPeak(),
  ) {}

  observe({ kind, value, timeMs }: Observation, parameters: AdaptiveParameters): void {
    const { open, cpu, peak } = this;
    const { peakMargin, peakSpanMs } = parameters.memory;
    const peakHours = Math.ceil(peakSpanMs / HOUR_MS);
    // Usage above the limit is never measured: what a killed container would have needed stands for it.
    if (kind === 'oom') peak.add(Math.ceil(value / (1 + peakMargin)), open.number, peakHours);
    if (kind !== 'cpu' && kind !== 'memory') return;
    const isNow = open.advanceTo(timeMs, (values, number, windows) =>
      cpu.add(values, number, windows, parameters),
    );
    if (!isNow) return;
    if (kind === 'cpu') open.add(value);
    else peak.add(value, open.number, peakHours);
  }
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
  fromSettings: ownFromSettings,
  fromChanges: (changes) => ({ inPlace: changes === 'in-place' }),
  restMs: ({ inPlace, restMs }) => (inPlace ? restMs : undefined),
  begin: (parameters, from) => {
    const own = new AdaptiveEvidence(new OpenWindow(undefined), new AdaptiveCpu(parameters));
    const seed = from && seedFrom(from);
    if (!seed) return own;
    own.cpu.seed(seed);
    const { memory } = seed.histograms;
    if (!memory.isEmpty) own.peak.add(memory.buckets.endOf(memory.lastBucket), 0, 1);
    return own;
  },
  learn: (own, observation, parameters) => own.observe(observation, parameters),
  estimate: (facts, parameters, record) => ({
    cpu: cpuOf(facts, parameters, record),
    memory: memoryOf(facts, parameters, record),
  }),
  histograms: ({ own }) => {
    const slowest = own.cpu.usage.byHalfLife.at(-1);
    return slowest ? [bucketsView('cpu', slowest, HALF_LIVES_MS.at(-1) ?? 0)] : [];
  },
  evidence: ({ own }, parameters) => ({ kind: 'experts', ...expertsView(own, parameters) }),
  save: ({ open, cpu, peak }) => ({ open: open.save(), cpu: cpu.save(), peak: peak.save() }),
  load: (saved, parameters, untilMs) => load(saved, parameters, untilMs),
};

function cpuOf(
  facts: Facts<AdaptiveEvidence>,
  { marginFraction, inPlace }: AdaptiveParameters,
  record: StepRecorder | undefined,
): BoundAmounts {
  const { history, usual } = facts;
  const {
    cpu,
    open: { highest },
  } = facts.own;
  const expert = EXPERTS[cpu.chosen % EXPERTS.length];
  if (!expert) return asUsual('cpu', { history, usual }, record);
  const byDefault = usual.estimate(history).cpu;
  const scale = AMOUNT_PER_UNIT.cpu;
  const spoken = cpu.target * (1 + marginFraction);
  const isReaction = cpu.isReacting && highest > spoken;
  const target = wholeAmount((isReaction ? highest * (1 + REACTION_MARGIN) : spoken) * scale);
  if (record) {
    record('cpu', 'target', { step: 'expert', value: wholeAmount(spoken * scale), by: expert.margin });
    if (isReaction) record('cpu', 'target', { step: 'reaction', value: target, by: REACTION_MARGIN });
  }
  return boundsAround('cpu', target, byDefault, inPlace, record);
}

/** Memory: the peak of some days and a margin. */
function memoryOf(
  { history, own, usual }: Facts<AdaptiveEvidence>,
  { memory: { peakMargin, peakSpanMs, ceiling }, inPlace }: AdaptiveParameters,
  record: StepRecorder | undefined,
): BoundAmounts {
  const peak = own.peak.value;
  if (peak === 0 || own.open.number < LEAST_AGE) return asUsual('memory', { history, usual }, record);
  const byDefault = usual.estimate(history).memory;
  const needed = wholeAmount(peak * (1 + peakMargin));
  // After a restart its peak may be all that is known: no ceiling comes of nothing.
  const most = byDefault.target > 0 ? wholeAmount(byDefault.target * ceiling) : needed;
  const target = Math.min(needed, most);
  if (record) {
    record('memory', 'target', { step: 'recent-peak', value: wholeAmount(peak), by: peakSpanMs });
    record('memory', 'target', { step: 'margin', value: needed, by: peakMargin });
    if (needed > most) record('memory', 'target', { step: 'ceiling', value: most, by: ceiling });
  }
  return boundsAround('memory', target, byDefault, inPlace, record);
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
  record: StepRecorder | undefined,
): BoundAmounts {
  const lowerBound = inPlace
    ? wholeAmount(target * (1 - IN_PLACE.raiseAbove / 2))
    : Math.min(target, byDefault.lowerBound);
  const upperBound = inPlace
    ? wholeAmount(target * (1 + IN_PLACE.lowerBelow))
    : Math.max(target, byDefault.upperBound);
  const step = inPlace ? 'close-bounds' : 'wide-bounds';
  record?.(resource, 'lowerBound', { step, value: lowerBound });
  record?.(resource, 'upperBound', { step, value: upperBound });
  return { lowerBound, target, upperBound };
}

function load(saved: SavedEvidence, parameters: AdaptiveParameters, untilMs: number): AdaptiveEvidence {
  const open = OpenWindow.load(saved.open, untilMs);
  const own = new AdaptiveEvidence(open, new AdaptiveCpu(parameters));
  own.cpu.load(recordIn(saved.cpu, 'cpu'), open.number);
  own.peak.load(saved.peak, 'peak', open.number);
  return own;
}
