import { PLAIN_WEIGHTS } from '@/server/decide/pods/money/price';
import { nearestRank } from '@/server/model/nearest-rank';
import type { Resource } from '@/server/objects/units';
import { FAMILIES, type FamilyName, YARDSTICK } from './families';
import { type FullNodes, fullNodes } from './full-nodes';
import { type RatioSummary, summaryOfRatios } from './measure/ratios';
import { frontierOf, type Mean, meanOf, outcomeOf, type Row, type Who } from './rows';
import type { MeasuredSeries, Mode } from './series';

/** What is requested on a node, as times of its own peak. */
export const GUARD = 1.1;
/** Below, a container saves; above its inverse, it costs more. */
const NOTICED = 0.05;

/** Cores and GiB as one, a core as much as 8 GiB, against the yardstick as it comes. */
export interface Bill {
  readonly summary: RatioSummary | undefined;
  readonly quartiles: readonly [number, number, number];
  readonly saves: number;
  readonly costs: number;
  /** Against what the yardstick would reserve at the same risks. */
  readonly atEqualRisk: RatioSummary | undefined;
  readonly savesAtEqualRisk: number;
  readonly costsAtEqualRisk: number;
}

export interface Score {
  readonly family: FamilyName;
  readonly row: Row;
  readonly bill: Bill;
  readonly nodes: FullNodes | undefined;
  readonly short: Mean | undefined;
  readonly kills: Mean | undefined;
}

/** Every family as it comes, in the first mode. */
export function scoresOf(all: readonly MeasuredSeries[], rows: readonly Row[]): Score[] {
  const mode = all[0]?.replayed[0]?.mode;
  if (mode === undefined) return [];
  return rows.flatMap((row): Score[] => {
    const { who } = row;
    if (who.kind !== 'recommender' || who.member !== 0 || who.mode !== mode) return [];
    const riskOf = (resource: Resource) =>
      meanOf(
        all.flatMap((series) => {
          const own = outcomeOf(series, resource, who);
          return own ? { value: own.risk, block: series.block } : [];
        }),
      );
    return [
      {
        family: who.family,
        row,
        bill: billOf(all, mode, who),
        nodes: fullNodes(all, mode, who.family, GUARD),
        short: riskOf('cpu'),
        kills: riskOf('memory'),
      },
    ];
  });
}

function billOf(all: readonly MeasuredSeries[], mode: Mode, who: Who): Bill {
  const usually: Who = { kind: 'recommender', mode, family: YARDSTICK, member: 0 };
  const found = all.flatMap((series) => {
    const resources: Resource[] = series.hasMemory ? ['cpu', 'memory'] : ['cpu'];
    let [own, usual, equal] = [0, 0, 0];
    for (const resource of resources) {
      const [ours, theirs] = [outcomeOf(series, resource, who), outcomeOf(series, resource, usually)];
      if (!ours || !theirs) return [];
      own += ours.reserved * PLAIN_WEIGHTS[resource];
      usual += theirs.reserved * PLAIN_WEIGHTS[resource];
      const atRisk = frontierOf(series, resource, mode, YARDSTICK).at(ours.risk);
      equal += (atRisk ?? theirs.reserved) * PLAIN_WEIGHTS[resource];
    }
    return { ratio: own / usual, equal: own / equal, weight: usual, block: series.block };
  });
  const sorted = found.map(({ ratio }) => ratio).sort((a, b) => a - b);
  const rank = (share: number) => nearestRank(sorted, share) ?? Number.NaN;
  const equals = found.map(({ equal }) => equal);
  const shareOf = (is: (ratio: number) => boolean, of: readonly number[] = sorted) =>
    of.length > 0 ? of.filter(is).length / of.length : 0;
  const isLess = (ratio: number) => ratio < 1 - NOTICED;
  const isMore = (ratio: number) => ratio > 1 + NOTICED;
  return {
    summary: summaryOfRatios(found),
    quartiles: [rank(0.25), rank(0.5), rank(0.75)],
    saves: shareOf(isLess),
    costs: shareOf(isMore),
    savesAtEqualRisk: shareOf(isLess, equals),
    costsAtEqualRisk: shareOf(isMore, equals),
    atEqualRisk: summaryOfRatios(found.map((one) => ({ ...one, ratio: one.equal }))),
  };
}

/** A column for each family, in Markdown. */
export function scoreboardOf(scores: readonly Score[]): string {
  const lines: [string, (score: Score) => string][] = [
    ['**bill**, as it comes', ({ bill }) => ratio(bill.summary)],
    ['quartiles of it', ({ bill }) => bill.quartiles.map((value) => value.toFixed(2)).join(' · ')],
    ['saves over 5 %', ({ bill }) => percent(bill.saves, 0)],
    ['costs over 5 % more', ({ bill }) => percent(bill.costs, 0)],
    ['bill at equal risk', ({ bill }) => ratio(bill.atEqualRisk)],
    [
      'saves · costs over 5 % at equal risk',
      ({ bill }) => `${percent(bill.savesAtEqualRisk, 0)} · ${percent(bill.costsAtEqualRisk, 0)}`,
    ],
    ['CPU at equal risk', ({ row }) => ratio(row.cpu.equalRisk)],
    ['memory at equal risk', ({ row }) => ratio(row.memory.equalRisk)],
    ['CPU reserved', ({ row }) => ratio(row.cpu.reserved)],
    ['memory reserved', ({ row }) => ratio(row.memory.reserved)],
    ['time short of CPU', ({ short }) => mean(short, 100, ' %')],
    ['kills a container-day', ({ kills }) => mean(kills)],
    ['full nodes over memory, a container-day', ({ nodes }) => rare(nodes?.kills)],
    [`the same with requests of ${GUARD} × the node's peak`, ({ nodes }) => rare(nodes?.guardedKills)],
    ['memory that this adds', ({ nodes }) => (nodes ? percent(nodes.guardedRequests - 1, 1) : NONE)],
    ['changes a pod-day', ({ row }) => row.changes.toFixed(1)],
  ];
  const head = ['', ...scores.map(({ family }) => FAMILIES[family].title)];
  return [head, head.map(() => '---'), ...lines.map(([name, cell]) => [name, ...scores.map(cell)])]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

const NONE = '–';

function ratio(summary: RatioSummary | undefined): string {
  if (!summary) return NONE;
  const [low, high] = summary.interval;
  return `${summary.mean.toFixed(3)} (${low.toFixed(2)}–${high.toFixed(2)})`;
}

function mean(of: Mean | undefined, times = 1, unit = ''): string {
  if (!of) return NONE;
  const text = (value: number) => (value * times).toPrecision(2);
  return `${text(of.value)}${unit} (${of.interval.map(text).join('–')})`;
}

function rare(value: number | undefined): string {
  return value === undefined ? NONE : value.toFixed(4);
}

function percent(value: number, digits: number): string {
  return `${(value * 100).toFixed(digits)} %`;
}
