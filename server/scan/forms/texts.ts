import { writtenList } from '../../decide/pods/written-amounts';
import { type Amounts, RESOURCES, type Resource } from '../../objects/units';
import { countOf, formatShare } from '../../words/counts';
import { formatMoney } from '../../words/money';
import { areKillsUnknown, killsOf } from '../core/findings';
import type { ScannedContainer, ScannedWorkload, ScanReport } from '../report';

export const NOT_STATED = '-';
const MIB = 2 ** 20;
/** Text of the cluster may hold anything; a terminal would act on these. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

/** Below this a share is shown with a digit more. */
const SMALL_SHARE = 0.1;

/** An amount as manifests have it, `163m` or `1752Mi`; measured ones are rounded up to whole units. */
export function measured(resource: Resource, value: number | undefined): string {
  if (value === undefined) return NOT_STATED;
  if (resource === 'cpu') return `${Math.ceil(value)}m`;
  return `${Math.ceil(value / MIB)}Mi`;
}

export function stated(resource: Resource, amounts: Amounts | undefined): string {
  return writtenList(amounts ?? {})[resource] ?? NOT_STATED;
}

/** `100m → 163m`, or once if it stays. */
export function changeText(
  resource: Resource,
  { now, next }: Pick<ScannedContainer, 'now' | 'next'>,
  part: 'requests' | 'limits' = 'requests',
): string {
  const from = stated(resource, now[part]);
  const to = next ? stated(resource, next[part]) : from;
  return from === to ? from : `${from} → ${to}`;
}

/** `300Mi → 200Mi`, and where the limit is recommended apart from the request, `; limit 450Mi → 480Mi`. */
export function amountsText(
  resource: Resource,
  container: Pick<ScannedContainer, 'now' | 'next' | 'limitTarget'>,
): string {
  const request = changeText(resource, container);
  if (resource !== 'memory' || container.limitTarget === undefined) return request;
  return `${request}; limit ${changeText(resource, container, 'limits')}`;
}

/** `120m, 180m, 900m`: median, 95th percentile and peak. */
export function usedText(resource: Resource, { used }: Pick<ScannedContainer, 'used'>): string {
  const amounts = used[resource];
  if (!amounts) return NOT_STATED;
  return [amounts.median, amounts.p95, amounts.peak].map((value) => measured(resource, value)).join(', ');
}

/** Kills, where they are known. */
export function killsText(workload: Pick<ScannedWorkload, 'containers' | 'replayed'>): string {
  return areKillsUnknown(workload) ? 'unknown' : String(killsOf(workload));
}

/** Time short of CPU and memory in a replay, the larger of the two: `2.1 %`, or `2.1 % → 0` where a VPA was tried. */
export function shortText({ replayed }: Pick<ScannedWorkload, 'replayed'>): string {
  if (!replayed) return NOT_STATED;
  const { now, recommended = now } = replayed;
  const [from, to] = [now, recommended].map((one) => shareText(Math.max(one.cpuShort, one.memoryShort)));
  return fromToText(from ?? NOT_STATED, to ?? NOT_STATED);
}

/** Evictions and resizes under a VPA, where one was tried. */
export function changesText({ replayed }: Pick<ScannedWorkload, 'replayed'>): string {
  return replayed?.recommended ? String(replayed.recommended.changes) : NOT_STATED;
}

/** `12 %`, `2.1 %`, `0.05 %`, `0`. */
export function shareText(share: number): string {
  if (share <= 0) return '0';
  if (share >= SMALL_SHARE) return formatShare(share);
  return `${Number((share * 100).toPrecision(2))} %`;
}

/** `now → then`, once if they are the same. */
export function fromToText(from: string, to: string): string {
  return from === to ? from : `${from} → ${to}`;
}

/** `2.5 cores and 3,072Mi`; empty if there is nothing of either. */
export function bothText(amounts: Record<Resource, number>): string {
  return RESOURCES.flatMap((resource) => totalText(resource, amounts[resource]) ?? []).join(' and ');
}

/** A sum: `2.5 cores`, `48 GiB`; undefined if it is nothing. */
export function totalText(resource: Resource, value: number): string | undefined {
  if (value < (resource === 'cpu' ? 1 : MIB)) return undefined;
  const [size, unit] = resource === 'cpu' ? [1000, 'cores'] : [2 ** 30, 'GiB'];
  return `${(value / size).toLocaleString('en-US', { maximumSignificantDigits: value >= 1000 * size ? 6 : 3 })} ${unit}`;
}

/** `$120 less a month`; empty without prices. */
export function moneyText(
  { currency }: Pick<ScanReport, 'currency'>,
  money: ScannedWorkload['money'],
): string {
  if (!currency || !money) return '';
  const saved = money.now - money.next;
  return `${formatMoney(currency, Math.abs(saved))} ${saved >= 0 ? 'less' : 'more'} a month`;
}

/** `$120.00 → $80.00`: a month now and as it should be; empty without prices. */
export function fromToMoney(
  { currency }: Pick<ScanReport, 'currency'>,
  { money }: Pick<ScannedWorkload, 'money'>,
): string {
  if (!currency || !money) return '';
  return fromToText(formatMoney(currency, money.now), formatMoney(currency, money.next));
}

/** The share of periods in which it was held back at its CPU limit: `4.2 %`. */
export function throttledText({ throttled }: Pick<ScannedContainer, 'throttled'>): string {
  return throttled === undefined ? NOT_STATED : shareText(throttled);
}

export function knowsThrottling({ workloads }: Pick<ScanReport, 'workloads'>): boolean {
  return workloads.some(({ containers }) => containers.some(({ throttled }) => throttled !== undefined));
}

/** What a replay came to, in a sentence; before it the kills that there really were, where they are known. */
export function replayText({
  replayed,
  containers,
}: Pick<ScannedWorkload, 'replayed' | 'containers'>): string {
  if (!replayed) return '';
  const timeText = (share: number) => (share > 0 ? `${shareText(share)} of the time` : 'never');
  const side = ({ cpuShort, memoryShort, kills, changes }: typeof replayed.now) =>
    `short of CPU ${timeText(cpuShort)}, of memory ${timeText(memoryShort)}, ${countOf(kills, 'kill')}, ${countOf(changes, 'change')}`;
  const kills = containers.reduce((sum, one) => sum + (one.kills ?? Number.NaN), 0);
  const isTold = kills > 0 || (kills === 0 && replayed.now.kills > 0);
  const really = isTold ? `Really ${countOf(kills, 'kill')} in the period. In a replay: ` : '';
  const left = isTold ? 'left' : 'Left';
  const under = replayed.recommended ? ` Under a VPA: ${side(replayed.recommended)}.` : '';
  return `${really}${left} as it is: ${side(replayed.now)}.${under}`;
}

export function recommendedBy({ recommender, vpa }: Pick<ScannedWorkload, 'recommender' | 'vpa'>): string {
  return `Recommended by ${recommender}${vpa ? `; VPA ${vpa.name} is in mode ${vpa.mode}` : ''}.`;
}

/** A text as one line that a terminal only shows. */
export function harmless(text: string): string {
  return text.replace(UNSAFE, ' ').trimEnd();
}
