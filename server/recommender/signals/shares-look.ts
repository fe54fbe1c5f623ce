import type { SharesOfTime } from '@/server/model/throttling';
import type { VpaSignals } from './signal-store';

interface Noted extends SharesOfTime {
  readonly shares: Map<string, Map<string, number>>;
  highest: number;
}

/** The shares of time of containers, as one answer of Prometheus told of them. */
export class SharesLook {
  private readonly byVpa = new Map<VpaSignals, Noted>();

  /** @param sinceMs from when on it is measured, Unix ms */
  constructor(readonly sinceMs: number) {}

  of(vpa: VpaSignals): SharesOfTime | undefined {
    return this.byVpa.get(vpa);
  }

  note(vpa: VpaSignals, pod: string, container: string, share: number): void {
    let noted = this.byVpa.get(vpa);
    if (!noted) {
      noted = { sinceMs: this.sinceMs, shares: new Map(), highest: 0 };
      this.byVpa.set(vpa, noted);
    }
    const ofPod = noted.shares.get(pod);
    if (ofPod) ofPod.set(container, share);
    else noted.shares.set(pod, new Map([[container, share]]));
    noted.highest = Math.max(noted.highest, share);
  }
}
