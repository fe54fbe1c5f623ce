import type { PastAmounts, PastTotals } from '@/server/contract/overview';
import type { Resource } from '@/server/contract/resources';
import type { RequestTotals } from '@/server/contract/workloads';
import { formatAmount } from '@/server/words/amounts';
import { csvLine } from '@/server/words/csv';
import type { DataColumn } from '../charts/bounds-columns';
import { UNITS } from '../charts/bounds-file';
import { fewTicks } from '../charts/linear-ticks';
import { localAbsoluteTime } from '../times/times';

/** One step of the picture, from its beginning to its end. */
export interface PastRow {
  fromMs: number;
  atMs: number;
  amounts: PastAmounts;
  /** Containers that count; absent for the present. */
  known?: number;
}

/** What is drawn, in shares of width and height from the top left. */
export interface PastPicture {
  fromMs: number;
  toMs: number;
  /** Round amounts from 0 on, in millicores or bytes; the last is what the full height stands for. */
  ticks: readonly number[];
  rows: PastRow[];
  /** Until when the past is known, if that is more than a step ago: nothing is drawn beyond it. */
  knownUntilMs?: number;
  /** Paths of areas that lie on each other, and of the line of use. */
  paths: Record<'kept' | 'over' | 'short' | 'used', string>;
}

type Read = Extract<PastTotals, { state: 'read' }>;

/**
 * The picture of one resource: the steps that are known, then the present. It begins and ends with what is known: a
 * past that was read more than a step ago is drawn up to then. `within` leaves out the steps that do not touch it.
 */
export function pastPicture(
  past: Read,
  resource: Resource,
  now: RequestTotals,
  nowMs: number,
  within?: { fromMs: number; toMs: number },
): PastPicture {
  const known = past.steps.map((step) => ({
    fromMs: Math.max(past.fromMs, step.atMs - past.stepMs),
    atMs: Math.min(step.atMs, Math.max(nowMs, past.atMs)),
    amounts: step[resource],
    known: step.known,
  }));
  const isOld = known.length > 0 && nowMs - past.atMs > past.stepMs;
  const all = isOld ? known : withPresent(known, now, past.stepMs, Math.max(nowMs, past.atMs));
  const rows: PastRow[] = within
    ? all.filter((row) => row.fromMs < within.toMs && row.atMs > within.fromMs)
    : all;
  const fromMs = rows[0]?.fromMs ?? past.fromMs;
  const toMs = rows.at(-1)?.atMs ?? past.atMs;
  const ticks = fewTicks(
    resource,
    Math.max(...rows.map(({ amounts }) => Math.max(stackOf(amounts), amounts.used)), 1),
  );
  const most = ticks.at(-1) ?? 1;
  const x = (ms: number) => round((ms - fromMs) / (toMs - fromMs));
  const y = (amount: number) => round(1 - amount / most);
  const area = (low: (amounts: PastAmounts) => number, high: (amounts: PastAmounts) => number) =>
    rows
      .filter(({ amounts }) => high(amounts) > low(amounts))
      .map(({ fromMs, atMs, amounts }) => {
        const [top, bottom] = [y(high(amounts)), y(low(amounts))];
        return `M${x(fromMs)} ${bottom}V${top}H${x(atMs)}V${bottom}Z`;
      })
      .join('');
  return {
    fromMs,
    toMs,
    ticks,
    rows,
    ...(isOld && !within && { knownUntilMs: toMs }),
    paths: {
      kept: area(
        () => 0,
        ({ kept }) => kept,
      ),
      over: area(
        ({ kept }) => kept,
        ({ requested }) => requested,
      ),
      short: area(({ requested }) => requested, stackOf),
      used: lineOf(rows, x, y),
    },
  };
}

/** The present takes the time since the last step, which history has once the next is over; of more, a step. */
function withPresent(
  known: readonly PastRow[],
  amounts: PastAmounts,
  stepMs: number,
  nowMs: number,
): PastRow[] {
  const lastMs = known.at(-1)?.atMs ?? Number.NEGATIVE_INFINITY;
  const fromMs = nowMs - lastMs <= 2 * stepMs ? lastMs : nowMs - stepMs;
  return fromMs < nowMs ? [...known, { fromMs, atMs: nowMs, amounts }] : [...known];
}

/** Requests and what they lack, on each other: an excess here hides no shortage there. */
function stackOf({ requested, recommended, kept }: PastAmounts): number {
  return requested + recommended - kept;
}

/** Level within each step; broken where steps are missing. */
function lineOf(rows: readonly PastRow[], x: (ms: number) => number, y: (amount: number) => number): string {
  return rows
    .map(({ fromMs, atMs, amounts: { used } }, index) => {
      const follows = rows[index - 1]?.atMs === fromMs;
      return `${follows ? 'V' : `M${x(fromMs)} `}${y(used)}H${x(atMs)}`;
    })
    .join('');
}

function round(share: number): number {
  return Math.round(share * 10_000) / 10_000;
}

/** The step at a place of the picture, as a share of its width; undefined in a gap. */
export function rowAt({ rows, fromMs, toMs }: PastPicture, share: number): PastRow | undefined {
  const atMs = fromMs + share * (toMs - fromMs);
  return rows.find((row) => row.fromMs <= atMs && atMs <= row.atMs);
}

/** The picture in words: its tooltip shows one step, its table all. */
export function pastColumns(resource: Resource): readonly DataColumn<PastRow>[] {
  const amount = (value: number) => formatAmount(resource, value);
  return [
    { label: 'Time', words: ({ atMs }) => localAbsoluteTime(atMs) },
    { label: 'Requested', words: ({ amounts }) => amount(amounts.requested) },
    { label: 'Recommended', words: ({ amounts }) => amount(amounts.recommended) },
    { label: 'To free', words: ({ amounts }) => amount(amounts.requested - amounts.kept) },
    { label: 'To add', words: ({ amounts }) => amount(amounts.recommended - amounts.kept) },
    { label: 'Used', words: ({ amounts }) => amount(amounts.used) },
    { label: 'Containers', words: ({ known }) => known?.toLocaleString('en-US') },
  ];
}

const AMOUNTS: readonly (readonly [name: string, of: (amounts: PastAmounts) => number])[] = [
  ['requested', ({ requested }) => requested],
  ['recommended', ({ recommended }) => recommended],
  ['to free', ({ requested, kept }) => requested - kept],
  ['to add', ({ recommended, kept }) => recommended - kept],
  ['used', ({ used }) => used],
];

/** What the picture draws, as CSV: amounts in millicores or bytes at the end of each step, times in UTC. */
export function pastFile(resource: Resource, rows: readonly PastRow[]): string {
  const head = csvLine(['time', ...AMOUNTS.map(([name]) => `${name} (${UNITS[resource]})`), 'containers']);
  const lines = rows.map(({ atMs, amounts, known }) =>
    csvLine([new Date(atMs).toISOString(), ...AMOUNTS.map(([, of]) => of(amounts)), known]),
  );
  return head + lines.join('');
}
