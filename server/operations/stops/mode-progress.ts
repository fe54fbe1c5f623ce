import type { StopsView } from '../../contract/operations';
import { FORMER_MODE_ANNOTATION } from '../../decide/pods/mode-before-stop';
import { isStopped } from '../../decide/pods/stop';
import { SHOWN_WITHIN_MS } from '../../kube/until-shown';
import type { WatchCache } from '../../kube/watch-cache';
import type { Clock } from '../../lib/time/clock';
import { keyOf } from '../../objects/object-key';
import type { VerticalPodAutoscaler } from '../../objects/vpa-types';
import { needsPatch } from './mode-patch';
import type { StopKeeper } from './stop-keeper';

/** The states of a VPA: stopped and set to Off, stopped and Off by itself, stopped and not Off yet, resumed and not restored yet. */
type Standing = 'done' | 'already' | 'behind' | 'restoring';

/** How far the modes in the cluster match the stops. Counted as VPAs change, since every page polls it. */
export class ModeProgress {
  private readonly standings = new Map<string, Standing>();
  private readonly counts: Record<Standing, number> = { done: 0, already: 0, behind: 0, restoring: 0 };
  private readonly waiting = new Set<AbortController>();
  private readonly ends: readonly (() => void)[];

  constructor(
    vpas: Pick<WatchCache<VerticalPodAutoscaler>, 'list' | 'subscribe'>,
    private readonly keeper: Pick<StopKeeper, 'state' | 'onChange'>,
  ) {
    const look = (vpa: VerticalPodAutoscaler) => this.count(keyOf(vpa.metadata), this.standingOf(vpa));
    this.ends = [
      vpas.subscribe({
        added: look,
        updated: (_former, vpa) => look(vpa),
        deleted: (vpa) => this.count(keyOf(vpa.metadata), undefined),
      }),
      keeper.onChange(() => {
        for (const vpa of vpas.list()) look(vpa);
      }),
    ];
  }

  now(): Pick<StopsView['progress'], 'affected' | 'done' | 'already' | 'restoring'> {
    const { done, already, behind, restoring } = this.counts;
    return { affected: done + behind, done, already, restoring };
  }

  /** Resolves once all modes match, if that takes no longer than a change takes to be shown at this many a second. */
  async caughtUp(wallClock: Pick<Clock, 'sleep'>, perSecond: number): Promise<void> {
    if (this.left === 0 || this.left > perSecond) return;
    const waiting = new AbortController();
    this.waiting.add(waiting);
    await wallClock.sleep(SHOWN_WITHIN_MS, waiting.signal);
    this.waiting.delete(waiting);
  }

  private get left(): number {
    return this.counts.behind + this.counts.restoring;
  }

  stop(): void {
    for (const end of this.ends) end();
  }

  private standingOf(vpa: VerticalPodAutoscaler): Standing | undefined {
    const { state } = this.keeper;
    const isBehind = needsPatch(vpa, state);
    if (isStopped(state, vpa.metadata.namespace ?? '', vpa.metadata.name)) {
      if (isBehind) return 'behind';
      return vpa.metadata.annotations?.[FORMER_MODE_ANNOTATION] === undefined ? 'already' : 'done';
    }
    return isBehind ? 'restoring' : undefined;
  }

  private count(key: string, standing: Standing | undefined): void {
    const former = this.standings.get(key);
    if (former === standing) return;
    if (former) this.counts[former]--;
    if (standing) {
      this.counts[standing]++;
      this.standings.set(key, standing);
    } else this.standings.delete(key);
    if (this.left === 0) for (const each of this.waiting) each.abort();
  }
}
