import type { Resource } from '../../model/units';
import { amountsFor, wholeAmountOf } from '../amounts';
import type { BoundAmounts } from '../estimator';
import type { RunsView } from '../evidence';
import type { StepRecorder } from '../explanation';
import { asUsual } from '../fallback';
import { ownFromSettings } from '../parameters';
import type { Facts, Recommender } from '../recommender';
import { type MeanParameters, meanParameters } from './parameters';
import { type MeanRun, Runs } from './runs';

/** For batch work: the average CPU and the memory peak of whole runs, however many pods a run has. */
export const mean: Recommender<MeanParameters, Runs> = {
  name: 'mean',
  help: 'For batch work such as Jobs: average CPU and peak memory of whole runs.',
  patience: 'It counts whole runs; until it has seen a run, it recommends as default.',
  needs: 'runs',
  parameters: meanParameters,
  fromSettings: ownFromSettings,
  begin: () => new Runs(),
  learn: (own, observation, { longestRunMs }) => own.observe(observation, longestRunMs),
  estimate: (facts, parameters, record) => ({
    cpu: estimateOne('cpu', facts, parameters, record),
    memory: estimateOne('memory', facts, parameters, record),
  }),
  histograms: ({ history, usual }) => usual.histograms(history),
  evidence: runsView,
  save: (own) => own.save(),
  load: (saved, _, untilMs) => Runs.load(saved, untilMs),
};

/** Whole runs count; while there is none, the one under way. A peak under way always counts. */
function estimateOne(
  resource: Resource,
  { history, own, nowMs, usual }: Facts<Runs>,
  { runs, endsAfterMs, longestRunMs, marginFraction }: MeanParameters,
  record: StepRecorder | undefined,
): BoundAmounts {
  const newest = own.list.filter((run) => usageOf(resource, run) !== undefined).slice(-runs);
  const whole = newest.filter((run) => isWhole(run, nowMs, { endsAfterMs, longestRunMs }));
  if (newest.length === 0) return asUsual(resource, { history, usual }, record);
  const counted = whole.length > 0 ? whole : newest;
  const usages = counted.map((run) => usageOf(resource, run) ?? 0);
  const highest = Math.max(...usages, ...(resource === 'memory' ? newest.map((run) => run.memoryPeak) : []));
  const needs = {
    lowerBound: Math.min(...usages),
    target: resource === 'memory' ? highest : usages.reduce((sum, usage) => sum + usage, 0) / usages.length,
    upperBound: highest,
  };
  if (record)
    for (const [bound, usage] of Object.entries(needs) as [keyof typeof needs, number][])
      record(resource, bound, {
        step: 'runs',
        value: wholeAmountOf(resource, usage),
        by: counted.length,
      });
  return amountsFor(resource, needs, marginFraction, whole.length / runs, record);
}

function runsView({ own, nowMs }: Pick<Facts<Runs>, 'own' | 'nowMs'>, parameters: MeanParameters): RunsView {
  const oldest = own.list.length - parameters.runs;
  return {
    kind: 'runs',
    runs: own.list.map((run, index) => {
      const [cpu, memory] = [usageOf('cpu', run), usageOf('memory', run)];
      return {
        firstMs: run.firstMs,
        lastMs: run.lastMs,
        ...(cpu !== undefined && { cpu: wholeAmountOf('cpu', cpu) }),
        ...(memory !== undefined && { memory: wholeAmountOf('memory', memory) }),
        isWhole: isWhole(run, nowMs, parameters),
        counts: index >= oldest,
      };
    }),
    most: parameters.runs,
  };
}

/** A run without samples for some time is over, and one that lasts too long counts as over. */
function isWhole(
  { firstMs, lastMs }: MeanRun,
  nowMs: number,
  { endsAfterMs, longestRunMs }: Pick<MeanParameters, 'endsAfterMs' | 'longestRunMs'>,
): boolean {
  return nowMs - lastMs >= endsAfterMs || nowMs - firstMs >= longestRunMs;
}

/** Undefined if the run had no sample of it. */
function usageOf(resource: Resource, { cpuSum, cpuCount, memoryPeak }: MeanRun): number | undefined {
  if (resource === 'memory') return memoryPeak > 0 ? memoryPeak : undefined;
  return cpuCount > 0 ? cpuSum / cpuCount : undefined;
}
