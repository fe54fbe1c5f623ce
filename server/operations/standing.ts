import type { RoleContext, RoleHandle } from '../kube/role-context';
import { watchHeld } from './held-watch';
import { PolicyAuthors } from './policy-authors';
import type { OperationsPorts } from './ports';
import { PriceKeeper } from './prices/price-keeper';
import type { OperationsSettings } from './settings';
import { Stops } from './stops';

/** Of operations what every process needs, also one that nobody asks to do anything: who did what, stops and prices. */
export class Standing implements RoleHandle {
  readonly authors = new PolicyAuthors();
  readonly stops: Stops;
  readonly prices: PriceKeeper;
  private readonly endHeldWatch: () => void;

  /** With `enforce`, this process sets modes in the cluster according to the stops. */
  constructor(
    context: RoleContext<OperationsSettings>,
    { store }: Pick<OperationsPorts, 'store'>,
    { enforce }: { enforce: boolean },
  ) {
    this.stops = new Stops(context, store, { enforce });
    this.endHeldWatch = watchHeld({
      vpas: context.caches.vpas,
      problems: context.problems,
      served: context.config,
    });
    this.prices = new PriceKeeper(context, { store });
    this.prices.start({ takesOver: this.stops.enforces });
  }

  async stop(): Promise<void> {
    this.endHeldWatch();
    await this.prices.stop();
    await this.stops.stop();
  }
}
