import type { CompiledVpa } from '../../decide/pods/compiled-vpa';
import type { HighestTargets } from '../../decide/running/plan-input';
import { RESOURCES, type Resource } from '../../objects/units';

/** A target that nothing has exceeded since, and until when it was in force. */
interface Peak {
  readonly amount: number;
  untilMs: number;
}

interface Known {
  readonly uid: string;
  readonly sinceMs: number;
  readonly peaks: Map<string, Record<Resource, Peak[]>>;
  recommendation: CompiledVpa['recommendation'];
  highest: HighestTargets;
  /** When the oldest peak is forgotten, and `highest` is another. */
  changesMs: number;
}

/** More containers than any pod has: no more are kept. */
const MOST_CONTAINERS = 100;

/** The highest target of each container within a window of time, for as long as this process has seen them. */
export class TargetPeaks {
  private readonly known = new Map<string, Known>();

  constructor(private readonly windowMs: number) {}

  /**
   * Notes the targets of a VPA. The same object as before while nothing changes.
   * @param key namespace and name of the VPA
   */
  observe(
    key: string,
    { vpa, recommendation }: Pick<CompiledVpa, 'vpa' | 'recommendation'>,
    nowMs: number,
  ): HighestTargets | undefined {
    if (this.windowMs === 0 || !recommendation) return undefined;
    const uid = vpa.metadata.uid ?? '';
    let known = this.known.get(key);
    if (known?.uid !== uid || nowMs < known.sinceMs) {
      const highest = { sinceMs: nowMs, amounts: new Map() };
      known = { uid, sinceMs: nowMs, peaks: new Map(), recommendation: undefined, highest, changesMs: 0 };
      this.known.set(key, known);
    }
    if (known.recommendation === recommendation && nowMs < known.changesMs) return known.highest;
    if (known.recommendation !== recommendation) this.note(known, recommendation, nowMs);
    this.renew(known, nowMs);
    return known.highest;
  }

  keepOnlyVpas(live: Pick<ReadonlySet<string>, 'has'>): void {
    for (const key of this.known.keys()) if (!live.has(key)) this.known.delete(key);
  }

  private note(known: Known, recommendation: NonNullable<Known['recommendation']>, nowMs: number): void {
    known.recommendation = recommendation;
    for (const container of known.peaks.keys())
      if (!recommendation.has(container)) known.peaks.delete(container);
    for (const [container, { target }] of recommendation) {
      let peaks = known.peaks.get(container);
      if (!peaks) {
        if (known.peaks.size >= MOST_CONTAINERS) continue;
        peaks = { cpu: [], memory: [] };
        known.peaks.set(container, peaks);
      }
      for (const resource of RESOURCES) noteAmount(peaks[resource], target[resource], nowMs);
    }
  }

  private renew(known: Known, nowMs: number): void {
    const amounts = new Map<string, Partial<Record<Resource, number>>>();
    known.changesMs = Number.POSITIVE_INFINITY;
    let isSame = true;
    for (const [container, peaks] of known.peaks) {
      const own: Partial<Record<Resource, number>> = {};
      for (const resource of RESOURCES) {
        const list = peaks[resource];
        while (list[0] && list[0].untilMs + this.windowMs <= nowMs) list.shift();
        const [top] = list;
        if (!top) continue;
        own[resource] = top.amount;
        known.changesMs = Math.min(known.changesMs, top.untilMs + this.windowMs);
      }
      amounts.set(container, own);
      const former = known.highest.amounts.get(container);
      isSame &&= RESOURCES.every((resource) => former?.[resource] === own[resource]);
    }
    if (!isSame || known.highest.amounts.size !== amounts.size)
      known.highest = { sinceMs: known.sinceMs, amounts };
  }
}

/** What is lower than a later target is never the highest again. */
function noteAmount(peaks: Peak[], amount: number | undefined, nowMs: number): void {
  const last = peaks.at(-1);
  if (amount === undefined || last?.amount === amount) return;
  if (last && last.untilMs === Number.POSITIVE_INFINITY) last.untilMs = nowMs;
  for (let top = peaks.at(-1); top && top.amount <= amount; top = peaks.at(-1)) peaks.pop();
  peaks.push({ amount, untilMs: Number.POSITIVE_INFINITY });
}
