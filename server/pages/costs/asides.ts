import type { VisibleNamespaces } from '../../access';
import type { CostsView } from '../../contract/costs';
import { ByReach } from '../by-reach';

/** What the list of costs says beside its rows, of one namespace. */
interface Aside {
  doubles: number;
  foreign: number;
  /** 0 without samples. */
  usedMs: number;
}

/** What the list of costs says beside its rows, by namespace. */
export class Asides {
  private readonly byNamespace = new Map<string, Aside>();

  of(namespace: string): Aside {
    let aside = this.byNamespace.get(namespace);
    if (!aside) {
      aside = { doubles: 0, foreign: 0, usedMs: 0 };
      this.byNamespace.set(namespace, aside);
    }
    return aside;
  }

  /** Made here, so that it holds these alone and not what else its maker knows, such as the costs before. */
  byReach(): ByReach<Pick<CostsView, 'leftOut' | 'usedMs'>> {
    return new ByReach(async (reach) => this.within(reach));
  }

  private within(reach: VisibleNamespaces): Pick<CostsView, 'leftOut' | 'usedMs'> {
    const leftOut = { doubles: 0, foreign: 0 };
    let usedMs = 0;
    for (const [namespace, aside] of this.byNamespace) {
      if (!reach.covers(namespace)) continue;
      leftOut.doubles += aside.doubles;
      leftOut.foreign += aside.foreign;
      usedMs = Math.max(usedMs, aside.usedMs);
    }
    return { leftOut, ...(usedMs > 0 && { usedMs }) };
  }
}
