import type { MovesSum } from '../../decide/features/graduation/target-moves';
import { ofKey } from '../../lib/memo/of-key';
import { amountsFrom } from '../../objects/quantity';
import { RESOURCES, type Resource } from '../../objects/units';
import type { VerticalPodAutoscaler } from '../../objects/vpa-types';

const DAY_MS = 86_400_000;
/** Containers whose targets are tracked, of one VPA. */
const MOST_CONTAINERS = 20;

type Targets = Partial<Record<Resource, number>>;

/** The targets of one container on one day. */
interface DayRange {
  readonly fromMs: number;
  readonly least: Targets;
  readonly most: Targets;
  newest: Targets;
  newestMs: number;
}

/** The targets a VPA showed, day by day: what is known without a database. */
export class TargetTrack {
  private readonly days = new Map<string, DayRange[]>();
  private noted: unknown;

  /** Takes the targets of the status, if they are others than before; forgets what is older than `keptMs`. */
  note({ status }: VerticalPodAutoscaler, nowMs: number, keptMs: number): void {
    const list = status?.recommendation?.containerRecommendations;
    if (!Array.isArray(list) || list === this.noted) return;
    this.noted = list;
    for (const { containerName, target } of list.slice(0, MOST_CONTAINERS)) {
      const own = ofKey(this.days, containerName, () => []);
      add(own, amountsFrom(target), nowMs);
      // The last before the time asked for still holds at its beginning.
      while (own[1] && own[1].newestMs < nowMs - keptMs) own.shift();
    }
    for (const name of this.days.keys())
      if (!list.some(({ containerName }) => containerName === name)) this.days.delete(name);
  }

  addTo(sum: MovesSum, fromMs: number): void {
    for (const [container, days] of this.days)
      for (const [index, day] of days.entries()) {
        const next = days[index + 1];
        if (day.newestMs >= fromMs) {
          const atMs = Math.max(day.fromMs, fromMs);
          sum.add(container, { atMs, targets: day.least });
          sum.add(container, { atMs, targets: day.most });
          sum.add(container, { atMs: day.newestMs, targets: day.newest });
        } else if (!next || next.fromMs > fromMs) sum.add(container, { atMs: fromMs, targets: day.newest });
      }
  }
}

function add(days: DayRange[], targets: Targets, nowMs: number): void {
  const last = days.at(-1);
  if (!last || Math.floor(last.fromMs / DAY_MS) !== Math.floor(nowMs / DAY_MS)) {
    days.push({
      fromMs: nowMs,
      least: { ...targets },
      most: { ...targets },
      newest: targets,
      newestMs: nowMs,
    });
    return;
  }
  for (const resource of RESOURCES) {
    const value = targets[resource];
    if (value === undefined) continue;
    last.least[resource] = Math.min(value, last.least[resource] ?? value);
    last.most[resource] = Math.max(value, last.most[resource] ?? value);
  }
  last.newest = targets;
  last.newestMs = nowMs;
}
