import type { Observation } from '../../model/observation';
import { SIGNALS } from '../../model/signals';
import { RESOURCES, type Resource } from '../../model/units';
import { amountsFor, wholeAmountOf } from '../amounts';
import { confidenceOf } from '../confidence';
import type { BoundAmounts } from '../estimator';
import type { StepRecorder } from '../explanation';
import { asUsual } from '../fallback';
import { ownFromSettings } from '../parameters';
import type { Facts, Recommender } from '../recommender';
import { recordIn } from '../saved-values';
import { OpenSlot } from './open-slot';
import { type SeasonalParameters, seasonalParameters } from './parameters';
import { seasonView } from './season-view';
import { SLOT_MS, Slots } from './slots';

const DAY_MS = 86_400_000;

/** All that the seasonal recommender keeps of one container. */
class SeasonalEvidence {
  readonly open = new OpenSlot();
  readonly cpu = new Slots('cpu');
  readonly memory = new Slots('memory');

  observe(observation: Observation, { strength, cpuPercentile }: SeasonalParameters): void {
    this.open.observe(
      observation,
      (slot, signal, bucket) => this[signal].add(slot, bucket, strength),
      cpuPercentile,
    );
  }
}

/** Recommends for the coming hours what the same hours of past days or weeks needed. */
export const seasonal: Recommender<SeasonalParameters, SeasonalEvidence> = {
  name: 'seasonal',
  help: 'For load that repeats by day or week: what the coming hours needed before. Otherwise as default.',
  patience:
    'It finds a period after two rounds, so two days or two weeks; until then it recommends as default.',
  needs: 'series',
  parameters: seasonalParameters,
  fromSettings: ownFromSettings,
  begin: () => new SeasonalEvidence(),
  learn: (own, observation, parameters) => own.observe(observation, parameters),
  estimate: (facts, parameters, record) => ({
    cpu: estimateOne('cpu', facts, parameters, record),
    memory: estimateOne('memory', facts, parameters, record),
  }),
  histograms: ({ history, usual }) => usual.histograms(history),
  evidence: ({ own: { open, cpu, memory }, nowMs }, parameters) => ({
    kind: 'seasons',
    cpu: seasonView('cpu', cpu, { open, nowMs }, parameters),
    memory: seasonView('memory', memory, { open, nowMs }, parameters),
  }),
  save: ({ cpu, memory }) => ({ cpu: cpu.save(), memory: memory.save() }),
  load: (saved, { strength }, untilMs) => {
    const own = new SeasonalEvidence();
    for (const signal of RESOURCES)
      own[signal].load(recordIn(saved[signal], signal), signal, strength, untilMs);
    return own;
  },
};

function estimateOne(
  resource: Resource,
  { history, own, nowMs, usual }: Facts<SeasonalEvidence>,
  { horizonMs, periods, cpuPercentile, marginFraction }: SeasonalParameters,
  record: StepRecorder | undefined,
): BoundAmounts {
  const slots = own[resource];
  const now = Math.floor(nowMs / SLOT_MS);
  const coming = slots.highestInPhase(now, Math.floor((nowMs + horizonMs) / SLOT_MS), periods);
  if (slots.season === undefined || coming === undefined)
    return asUsual(resource, { history, usual }, record);
  const { period } = slots.season;
  const open = own.open.bucketOf(resource, cpuPercentile);
  const present = Math.max(
    slots.usageIn(slots.newest) ?? 0,
    open === undefined ? 0 : SIGNALS[resource].buckets.endOf(open),
  );
  const next = slots.highestInPhase(now, now + 1, periods) ?? coming;
  const everAgain = slots.highestInPhase(now, now + period - 1, periods) ?? coming;
  const needs = {
    lowerBound: Math.max(present, next),
    target: Math.max(present, coming),
    upperBound: Math.max(present, everAgain),
  };
  if (record) {
    const amount = (usage: number) => wholeAmountOf(resource, usage);
    const by = period * SLOT_MS;
    record(resource, 'lowerBound', { step: 'season', value: amount(next), by });
    record(resource, 'target', { step: 'season', value: amount(coming), by });
    record(resource, 'upperBound', { step: 'season', value: amount(everAgain), by });
    record(resource, 'lowerBound', { step: 'present', value: amount(needs.lowerBound) });
    record(resource, 'target', { step: 'present', value: amount(needs.target) });
  }
  return amountsFor(resource, needs, marginFraction, confidenceOf(history, DAY_MS), record);
}
