import { RESOURCES, type Resource } from '../../model/units';
import { amountsFor, wholeAmountOf } from '../amounts';
import { confidenceOf } from '../confidence';
import type { BoundAmounts } from '../estimator';
import type { EstimationStep, StepRecorder } from '../explanation';
import { asUsual } from '../fallback';
import { ownFromSettings } from '../parameters';
import type { Facts, Recommender } from '../recommender';
import { bucketsView } from '../windows/histogram-view';
import { WINDOW_MS } from '../windows/open-window';
import { seedFrom } from '../windows/seed';
import { WindowEvidence } from './evidence';
import { type WindowParameters, windowParameters } from './parameters';
import { peakOf, usageOf } from './statistics';
import { windowsView } from './windows-view';

const DAY_MS = 86_400_000;

/** The moving-window recommender of Google Autopilot (EuroSys 2020). */
export const window: Recommender<WindowParameters, WindowEvidence> = {
  name: 'window',
  help: 'Follows load within hours: percentiles of load or averages over windows of five minutes.',
  needs: 'windows',
  parameters: windowParameters,
  fromSettings: ownFromSettings,
  begin: (parameters, seed) => WindowEvidence.begin(parameters, seed && seedFrom(seed)),
  learn: (own, observation, parameters) => own.observe(observation, parameters),
  estimate: (facts, parameters, record) => ({
    cpu: estimateOne('cpu', facts, parameters, record),
    memory: estimateOne('memory', facts, parameters, record),
  }),
  histograms: ({ own }, parameters) =>
    RESOURCES.map((resource) => bucketsView(resource, own[resource].shares, parameters[resource].halfLifeMs)),
  evidence: ({ own }, parameters) => ({
    kind: 'windows',
    cpu: windowsView('cpu', own, parameters),
    memory: windowsView('memory', own, parameters),
  }),
  save: (own) => own.save(),
  load: (saved, _, untilMs) => WindowEvidence.load(saved, untilMs),
};

function estimateOne(
  resource: Resource,
  { history, own, usual }: Facts<WindowEvidence>,
  parameters: WindowParameters,
  record: StepRecorder | undefined,
): BoundAmounts {
  const windows = own[resource];
  if (windows.isEmpty) return asUsual(resource, { history, usual }, record);
  const now = usageOf(resource, windows, parameters);
  const target = Math.max(now, windows.highestOver(Math.ceil(parameters.holdMs / WINDOW_MS)));
  const lowerBound = windows.shares.loadPercentile(parameters[resource].lowerBound);
  const upperBound = peakOf(resource, windows, parameters);
  if (record) {
    const amount = (usage: number) => wholeAmountOf(resource, usage);
    record(resource, 'lowerBound', {
      step: 'load-percentile',
      value: amount(lowerBound),
      by: parameters[resource].lowerBound,
    });
    record(resource, 'target', { ...stepOf(resource, parameters), value: amount(now) });
    record(resource, 'target', { step: 'last-hour', value: amount(target), by: parameters.holdMs });
    record(resource, 'upperBound', { step: 'recent-peak', value: amount(upperBound) });
  }
  const needs = { lowerBound, target, upperBound };
  return amountsFor(resource, needs, parameters.marginFraction, confidenceOf(history, DAY_MS), record);
}

function stepOf(resource: Resource, parameters: WindowParameters): Pick<EstimationStep, 'step' | 'by'> {
  if (resource === 'cpu')
    return parameters.class === 'batch'
      ? { step: 'average' }
      : { step: 'load-percentile', by: parameters.cpu.target };
  return parameters.memory.tolerance === 'low'
    ? { step: 'load-percentile', by: parameters.memory.target }
    : { step: 'recent-peak' };
}
