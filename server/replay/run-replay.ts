import type { Config } from '@/server/config';
import { namesToChoose } from '@/server/decide/features/recommender/offered';
import { recommenderAskedBy, servingRecommender } from '@/server/decide/pods/serving-recommender';
import { errorText } from '@/server/lib/report/errors';
import type { Clock } from '@/server/lib/time/clock';
import type { VerticalPodAutoscaler } from '@/server/objects/vpa-types';
import { FIGURE_NAMES, type Figures } from '../contract/figures';
import type {
  LeftOut,
  ReplayChartView,
  ReplayOutcome,
  ReplayRequest,
  SuggestedVariant,
  SuggestLimits,
  VariantChart,
  VariantOutcome,
  VariantRequest,
} from '../contract/replays';
import { ofKey } from '../lib/memo/of-key';
import { learnMsOf, longStepsNote, shortPastNote, spanOf } from './counting';
import { summaryOf, type WorkloadFigures } from './engine/summary';
import { DEFAULT_OPTIONS, type ReplayWorkload } from './engine/workload';
import { type Input, type Inputs, type SourceName, titleOfVpa } from './inputs';
import { replayedPolicy, type TriedPolicy } from './policies';
import { AS_NOW, policyYaml, proposalOf, SEARCH_MS, searchGrid, searchMode, shownOf } from './suggest';
import type { WorkResult, WorkTask } from './work';
import { TaskFault } from './worker';

/** A replay that ended without a result; the message says why, and what to do. */
export class ReplayFailure extends Error {
  override readonly name = 'ReplayFailure';

  constructor(
    message: string,
    readonly isTooLittle = false,
  ) {
    super(message);
  }
}

export interface RunParts {
  readonly config: Config;
  readonly inputs: Pick<Inputs, 'of' | 'killsSeen'>;
  readonly worker: { work(task: WorkTask, stopping: AbortSignal, lived?: () => void): Promise<WorkResult> };
  /** The cluster's time. */
  readonly nowMs: number;
  readonly wallClock: Pick<Clock, 'steady'>;
  readonly stopping: AbortSignal;
  progress(done: number, total: number): void;
}

/** The chart of a workload with its figures, as the replay goes on. */
export interface Lived {
  readonly vpa: VerticalPodAutoscaler;
  readonly chart: ReplayChartView;
}

/** Collects what the workloads of a replay came to. */
class Collecting {
  private readonly figures = new Map<string, WorkloadFigures[]>();
  readonly workloads: string[] = [];
  fromMs = Number.POSITIVE_INFINITY;
  toMs = Number.NEGATIVE_INFINITY;
  learnedFromMs = Number.POSITIVE_INFINITY;
  stepMs = 0;
  /** OOM kills that there were; undefined once those of one workload are not known. */
  kills: number | undefined = 0;

  add(workload: string, chart: ReplayChartView): void {
    this.workloads.push(workload);
    this.fromMs = Math.min(this.fromMs, chart.countsFromMs);
    this.learnedFromMs = Math.min(this.learnedFromMs, chart.fromMs);
    this.toMs = Math.max(this.toMs, chart.toMs);
    for (const { name, figures } of chart.variants)
      ofKey(this.figures, name, () => []).push({ workload, figures: wholeFigures(figures) });
  }

  reallyKilled(kills: number | undefined): void {
    this.kills = kills === undefined || this.kills === undefined ? undefined : this.kills + kills;
  }

  variants(): VariantOutcome[] {
    return [...this.figures].map(([name, figures]) => ({ name, summary: summaryOf(figures) }));
  }
}

function wholeFigures(known: ReplayChartView['variants'][number]['figures']): Figures {
  return Object.fromEntries(FIGURE_NAMES.map((name) => [name, known[name]])) as Figures;
}

/** Replays every workload under every variant. @throws ReplayFailure, what the worker and the source throw */
export async function runReplay(
  request: ReplayRequest,
  vpas: readonly VerticalPodAutoscaler[],
  parts: RunParts,
  keep: (lived: Lived) => Promise<void>,
): Promise<ReplayOutcome> {
  const { days, loop, variants, suggest, scope } = request;
  const collecting = new Collecting();
  const leftOut: LeftOut[] = [];
  const sources = new Set<SourceName>();
  let proposal: SuggestedVariant | undefined;
  const total = vpas.length * variants.length;
  for (const [index, vpa] of vpas.entries()) {
    const input = await parts.inputs.of(vpa, spanOf(days, parts.nowMs), parts.stopping);
    if (input.kind !== 'found') {
      if (scope.kind === 'vpa') throw new ReplayFailure(input.why, input.kind === 'too-little');
      leftOut.push({ workload: titleOfVpa(vpa), why: input.why });
      continue;
    }
    const { workload } = input;
    const one = new OneWorkload(request, vpa, workload, parts);
    let done = index * variants.length;
    const lived = () => parts.progress(++done, total);
    try {
      const found: Found = suggest
        ? await one.search(suggest)
        : { chart: await one.chartOf(variants, lived) };
      proposal = found.proposal;
      collecting.add(titleOfVpa(vpa), found.chart);
      collecting.reallyKilled(await killsIn(found.chart, input, vpa, parts));
      await keep({ vpa, chart: found.chart });
      sources.add(input.source);
      collecting.stepMs = Math.max(collecting.stepMs, workload.stepMs);
    } catch (error) {
      if (scope.kind === 'vpa' || !isOfWorkload(error)) throw error;
      leftOut.push({ workload: titleOfVpa(vpa), why: error.message });
    }
    if (!suggest) parts.progress((index + 1) * variants.length, total);
  }
  if (collecting.workloads.length === 0)
    throw new ReplayFailure(
      `None of ${vpas.length} workloads could be replayed. ${leftOut[0]?.workload}: ${leftOut[0]?.why}`,
      true,
    );
  const notes = [
    shortPastNote(collecting, days),
    longStepsNote(collecting.stepMs),
    foreignNote(vpas, parts.config),
  ].filter((note) => note !== undefined);
  const { fromMs, toMs, learnedFromMs, stepMs, workloads, kills } = collecting;
  return {
    fromMs,
    toMs,
    learnedFromMs,
    stepMs,
    loop,
    sources: [...sources],
    variants: collecting.variants(),
    ...(kills !== undefined && { reallyKilled: kills }),
    workloads,
    leftOut,
    notes,
    ...(proposal && { proposal }),
  };
}

/** The OOM kills that there were in the time that counts. */
async function killsIn(
  { countsFromMs, toMs }: ReplayChartView,
  { source, workload }: Extract<Input, { kind: 'found' }>,
  vpa: VerticalPodAutoscaler,
  { inputs }: Pick<RunParts, 'inputs'>,
): Promise<number | undefined> {
  if (source !== 'store') return undefined;
  const names = workload.containers.map(({ name }) => name);
  return inputs.killsSeen(vpa, names, { fromMs: countsFromMs, toMs });
}

/** Whether an error concerns one workload alone. */
function isOfWorkload(error: unknown): error is Error {
  return error instanceof ReplayFailure || error instanceof TaskFault;
}

/** @throws ReplayFailure for an object that cannot be read */
function policyFor(vpa: VerticalPodAutoscaler, variant: VariantRequest, config: Config): TriedPolicy {
  try {
    return replayedPolicy(vpa, variant, config);
  } catch (error) {
    throw new ReplayFailure(`its policy cannot be read: ${errorText(error)}`);
  }
}

function foreignNote(vpas: readonly VerticalPodAutoscaler[], config: Config): string | undefined {
  const foreign = vpas.filter((vpa) => vpa.spec && servingRecommender(vpa, config) === undefined);
  const [first] = foreign;
  if (!first) return undefined;
  const others = foreign.length > 1 ? ` and ${foreign.length - 1} more` : '';
  return `Another program recommends for ${titleOfVpa(first)}${others} (${recommenderAskedBy(first)}), which cannot be replayed: default stands for it.`;
}

interface Found {
  readonly chart: ReplayChartView;
  readonly proposal?: SuggestedVariant;
}

/** One workload of a replay. */
class OneWorkload {
  constructor(
    private readonly request: ReplayRequest,
    private readonly vpa: VerticalPodAutoscaler,
    private readonly workload: ReplayWorkload,
    private readonly parts: RunParts,
  ) {}

  async chartOf(variants: readonly VariantRequest[], lived?: () => void): Promise<ReplayChartView> {
    const { workload, vpa, parts, request } = this;
    const result = await parts.worker.work(
      {
        workload,
        variants: variants.map((one) => ({ name: one.name, policy: policyFor(vpa, one, parts.config) })),
        options: {
          ...DEFAULT_OPTIONS,
          loop: request.loop,
          learnMs: learnMsOf(workload, request.days, parts.nowMs),
        },
      },
      parts.stopping,
      lived,
    );
    if (result.kind === 'fault')
      throw new ReplayFailure(`The variant "${result.variant}" cannot be used: ${result.message}`);
    return result.chart;
  }

  /** Tries a grid of policies within a time, and chooses. */
  async search(limits: SuggestLimits): Promise<Found> {
    const { vpa, parts } = this;
    const mode = policyFor(vpa, { name: AS_NOW }, parts.config).spec.updatePolicy?.updateMode;
    const grid = searchGrid(namesToChoose(parts.config), searchMode(mode));
    const all = [{ name: AS_NOW }, ...grid];
    const endMs = parts.wallClock.steady() + SEARCH_MS;
    const tried: VariantChart[] = [];
    let chart: ReplayChartView | undefined;
    for (const [index, variant] of all.entries()) {
      if (index > 0 && parts.wallClock.steady() > endMs) break;
      const own = await this.chartOf([variant]);
      chart ??= own;
      tried.push(...own.variants);
      parts.progress(index + 1, all.length);
    }
    if (!chart) throw new ReplayFailure('Nothing could be tried.');
    const found = proposalOf(tried, grid, limits);
    const proposal = {
      limits,
      ...found,
      tried: tried.length,
      planned: all.length,
      ...(found.variant && {
        yaml: policyYaml(
          vpa,
          replayedPolicy(vpa, found.variant, parts.config),
          found.variant.recommender ?? 'default',
        ),
      }),
    };
    return { chart: { ...chart, variants: shownOf(tried, found.variant?.name) }, proposal };
  }
}
