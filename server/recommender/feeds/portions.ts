import type { ClusterCaches } from '../../kube/caches';

/** From so many pods on, their usage comes in portions: 7 MB in one answer, at 370 bytes a pod. */
const MANY_PODS = 20_000;
/** Each namespace is a request: no more of them than this share of what may be asked in an interval. */
const SHARE_OF_REQUESTS = 0.1;
/** In how many portions an interval is divided. */
export const PORTIONS = 12;

interface PortionsParts {
  pods: Pick<ClusterCaches['pods'], 'size' | 'sizeOf' | 'namespaces'>;
  intervalMs: number;
  /** Requests a second that the process may make. */
  qps: number;
}

/**
 * Which namespaces are asked for usage ahead of the next pass, in a large cluster: each once in every round, which ends
 * with the pass, and a twelfth of the pods at a time. In a small one, and in one of more namespaces than requests are
 * worth, none.
 */
export class Portions {
  private readonly asked = new Set<string>();

  constructor(private readonly parts: PortionsParts) {}

  /** Those to ask for now; empty once all were asked in this round. */
  next(): string[] {
    const { pods } = this.parts;
    const left = this.isWorthIt() ? this.left() : [];
    const chosen: string[] = [];
    let size = 0;
    for (const namespace of left) {
      if (size >= pods.size / PORTIONS) break;
      chosen.push(namespace);
      size += pods.sizeOf(namespace);
    }
    return chosen;
  }

  /** These were asked, and answered. */
  took(namespaces: readonly string[]): void {
    for (const namespace of namespaces) this.asked.add(namespace);
  }

  /** What the pass still has to ask for; undefined for everything, in one list. */
  rest(): string[] | undefined {
    return this.asked.size === 0 ? undefined : this.left();
  }

  /** Everything was asked once: the next round begins. */
  endRound(): void {
    this.asked.clear();
  }

  private left(): string[] {
    return [...this.parts.pods.namespaces()].filter((namespace) => !this.asked.has(namespace)).sort();
  }

  private isWorthIt(): boolean {
    const { pods, intervalMs, qps } = this.parts;
    if (pods.size < MANY_PODS) return false;
    const most = (intervalMs / 1000) * qps * SHARE_OF_REQUESTS;
    let count = 0;
    for (const _ of pods.namespaces()) if (++count > most) return false;
    return true;
  }
}
