import type { Observation } from '../../model/observation';
import { RESOURCES, type Resource } from '../../model/units';
import { amountsFor, type Needs, wholeAmountOf } from '../amounts';
import { confidenceOf } from '../confidence';
import type { BoundAmounts, SavedEvidence } from '../estimator';
import type { StepRecorder } from '../explanation';
import { asUsual } from '../fallback';
import { merged } from '../parameter-text';
import { ownFromSettings } from '../parameters';
import type { Facts, Recommender } from '../recommender';
import { recordIn } from '../saved-values';
import { bucketsView } from '../windows/histogram-view';
import { OpenWindow } from '../windows/open-window';
import { RecentPeak } from '../windows/recent-peak';
import { seedFrom } from '../windows/seed';
import { Models } from './models';
import { modelsView } from './models-view';
import { type EnsembleParameters, ensembleParameters } from './parameters';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const OOM_MARGIN = 0.3;

/** All that the ensemble keeps of one container. */
class EnsembleEvidence {
  constructor(
    readonly open: OpenWindow,
    readonly cpu: Models,
    readonly memory: Models,
    readonly peak = new RecentPeak(),
  ) {}

  observe(observation: Observation, parameters: EnsembleParameters): void {
    this.open.observe(observation, {
      close: (signal, values, windows) => {
        this[signal].add(values, windows, parameters);
        if (signal === 'memory')
          this.peak.add(values, this.open.number, Math.ceil(parameters.memory.peakSpanMs / HOUR_MS));
      },
    });
  }
}

/** The recommender of Google Autopilot that lets models compete (EuroSys 2020, §3.3). */
export const ensemble: Recommender<EnsembleParameters, EnsembleEvidence> = {
  name: 'ensemble',
  help: 'Lets models with different memories and margins compete; the one that has cost least speaks.',
  needs: 'windows',
  parameters: ensembleParameters,
  // Usage grows by leaps as well: fewer kills than by the bump of the reference alone.
  fromSettings: (config) => merged([ownFromSettings(config), { crashes: { oomMargin: OOM_MARGIN } }]),
  begin: (parameters, from) => {
    const own = new EnsembleEvidence(
      new OpenWindow(undefined),
      new Models('cpu', parameters),
      new Models('memory', parameters),
    );
    const seed = from && seedFrom(from);
    if (!seed) return own;
    for (const signal of RESOURCES) own[signal].seed(seed, parameters);
    const { memory } = seed.histograms;
    if (!memory.isEmpty) own.peak.add([memory.buckets.endOf(memory.lastBucket)], 0, 1);
    return own;
  },
  learn: (own, observation, parameters) => own.observe(observation, parameters),
  estimate: (facts, parameters, record) => ({
    cpu: estimateOne('cpu', facts, parameters, record),
    memory: estimateOne('memory', facts, parameters, record),
  }),
  histograms: ({ own }, { halfLivesMs }) =>
    RESOURCES.flatMap((resource) => {
      const slowest = own[resource].byHalfLife.at(-1);
      return slowest ? [bucketsView(resource, slowest, halfLivesMs.at(-1) ?? 0)] : [];
    }),
  evidence: ({ own: { open, cpu, memory } }, parameters) => ({
    kind: 'models',
    cpu: modelsView('cpu', cpu, open, parameters),
    memory: modelsView('memory', memory, open, parameters),
  }),
  save: ({ open, cpu, memory, peak }) => ({
    open: open.save(),
    cpu: cpu.save(),
    memory: memory.save(),
    peak: peak.save(),
  }),
  load,
};

function estimateOne(
  resource: Resource,
  { history, own, usual }: Facts<EnsembleEvidence>,
  parameters: EnsembleParameters,
  record: StepRecorder | undefined,
): BoundAmounts {
  const { marginFraction, margins, halfLivesMs } = parameters;
  const { limits, chosen, lowest: lowerBound, highest: upperBound } = own[resource];
  if (chosen < 0) return asUsual(resource, { history, usual }, record);
  const target = limits[chosen] ?? 0;
  if (record) {
    const amount = (usage: number) => wholeAmountOf(resource, usage);
    const margin = 1 + (margins[chosen % margins.length] ?? 0);
    record(resource, 'target', {
      step: 'model',
      value: amount(target / margin),
      by: halfLivesMs[Math.floor(chosen / margins.length)],
    });
    record(resource, 'target', { step: 'margin', value: amount(target), by: margin - 1 });
    record(resource, 'lowerBound', { step: 'model', value: amount(lowerBound) });
    record(resource, 'upperBound', { step: 'model', value: amount(upperBound) });
  }
  const spoken = { lowerBound, target, upperBound };
  const needs = resource === 'memory' ? abovePeak(spoken, own.peak.value, parameters.memory, record) : spoken;
  return amountsFor(resource, needs, marginFraction, confidenceOf(history, DAY_MS), record);
}

/** Memory: too little is a kill, so that no model speaks for less than the recent peak and a margin. */
function abovePeak(
  { lowerBound, target, upperBound }: Needs,
  peak: number,
  { peakMargin }: EnsembleParameters['memory'],
  record: StepRecorder | undefined,
): Needs {
  const least = peak * (1 + peakMargin);
  if (least > target)
    record?.('memory', 'target', {
      step: 'recent-peak',
      value: wholeAmountOf('memory', least),
      by: peakMargin,
    });
  return {
    lowerBound: Math.max(lowerBound, peak),
    target: Math.max(target, least),
    upperBound: Math.max(upperBound, least),
  };
}

function load(saved: SavedEvidence, parameters: EnsembleParameters, untilMs: number): EnsembleEvidence {
  const own = new EnsembleEvidence(
    OpenWindow.load(saved.open, untilMs),
    new Models('cpu', parameters),
    new Models('memory', parameters),
  );
  for (const signal of RESOURCES) own[signal].load(recordIn(saved[signal], signal), signal);
  own.peak.load(saved.peak, 'peak', own.open.number);
  return own;
}
