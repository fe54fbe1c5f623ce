import type { Clock } from '@/server/lib/time/clock';
import type { TimeSpan } from '../source';
import type { PrometheusApi } from './api';
import { findTraits } from './find-traits';
import type { QueryBackOff } from './patience';
import { type PrometheusNames, Queries, type QueryScope } from './queries';
import type { StoreTraits } from './store-traits';

const HOUR_MS = 3_600_000;
/** A store may get other labels, and a young one a rhythm. */
const GOOD_FOR_MS = { whole: 6 * HOUR_MS, young: HOUR_MS / 6 };

export interface KnownStore {
  readonly traits: StoreTraits;
  readonly queries: Queries;
}

/** What is known of one store, found out when it is first asked, and again now and then. */
export class StoreKnowledge {
  private known: KnownStore | undefined;
  private untilMs = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly parts: {
      readonly api: PrometheusApi;
      readonly names: PrometheusNames;
      readonly wallClock: Pick<Clock, 'steady'>;
      /** Waits for a store that cannot be asked; without it, that is an error. */
      readonly patience?: QueryBackOff | undefined;
      readonly traits?: StoreTraits | undefined;
    },
  ) {
    const { traits } = parts;
    if (!traits) return;
    this.known = knownAs(traits);
    this.untilMs = Number.POSITIVE_INFINITY;
  }

  /** @throws PrometheusError; the signal's reason */
  async of(span: TimeSpan, scope?: QueryScope, stopping?: AbortSignal): Promise<KnownStore> {
    const { api, names, wallClock, patience } = this.parts;
    if (this.known && wallClock.steady() < this.untilMs) return this.known;
    const traits = await findTraits({ api, names, span, scope, stopping, patience });
    this.untilMs = wallClock.steady() + (traits.scrapes ? GOOD_FOR_MS.whole : GOOD_FOR_MS.young);
    this.known = knownAs(traits);
    return this.known;
  }
}

function knownAs(traits: StoreTraits): KnownStore {
  return { traits, queries: new Queries(traits.names, traits.style) };
}
