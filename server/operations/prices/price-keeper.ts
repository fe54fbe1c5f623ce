import { isDeepStrictEqual } from 'node:util';
import type { PricesView } from '../../contract/costs';
import type { StatedPrices } from '../../contract/requests/prices';
import { reportAccess } from '../../kube/access-problem';
import { writeConfigMapData } from '../../kube/config-map-data';
import { formerConfigMap, isTakenOver, takenOver } from '../../kube/former-place';
import type { RoleContext } from '../../kube/role-context';
import { untilShown } from '../../kube/until-shown';
import { WatchCache } from '../../kube/watch-cache';
import { AppError } from '../../lib/report/errors';
import {
  ASSUMED_FROM,
  ASSUMED_PRICES,
  type PriceTable,
  pricesText,
  priceTable,
} from '../../model/price-table';
import { API_RESOURCES } from '../../objects/resources';
import type { ConfigMap } from '../../objects/types';
import { audited } from '../audited';
import type { OperationsPorts } from '../ports';
import { refusal } from '../refusals';
import type { OperationsSettings } from '../settings';

/** Where every process of a cluster finds the prices that people stated, in the system namespace. */
const PRICE_CONFIG_MAP = 'plumbline-prices';
/** Its key, written like the setting PLUMBLINE_PRICES. */
const KEY = 'prices';

type Context = Pick<
  RoleContext<OperationsSettings>,
  'client' | 'clock' | 'config' | 'log' | 'problems' | 'wallClock'
>;

/** The prices in force: those in the ConfigMap, which people state in Savings, else those of the setting. */
export class PriceKeeper {
  private readonly cache: WatchCache<ConfigMap>;
  private stated: PriceTable | undefined;
  private fault: string | undefined;

  constructor(
    private readonly context: Context,
    private readonly ports: Pick<OperationsPorts, 'store'>,
  ) {
    const { client, log, problems, wallClock, config } = context;
    this.cache = new WatchCache<ConfigMap>(client, API_RESOURCES.configMaps, {
      log,
      clock: wallClock,
      namespace: config.ownNamespace,
      name: PRICE_CONFIG_MAP,
    });
    reportAccess(this.cache, problems, PRICE_CONFIG_MAP);
    this.cache.subscribe({
      added: (map) => this.heard(map),
      updated: (_former, map) => this.heard(map),
      deleted: () => this.heard(undefined),
    });
  }

  /** With `takesOver`, what a former version kept elsewhere is kept here from now on. */
  start({ takesOver }: { takesOver: boolean }): void {
    this.cache.start();
    if (takesOver) void this.cache.synced().then(() => this.takeOver());
  }

  stop(): Promise<void> {
    return this.cache.stop();
  }

  get current(): PriceTable | undefined {
    return this.stated ?? this.context.config.prices;
  }

  /** What is reckoned with: an assumption where nobody stated any. */
  get reckoned(): PriceTable {
    return this.current ?? ASSUMED_PRICES;
  }

  view(): PricesView {
    const { current, stated, fault } = this;
    return {
      currency: this.reckoned.currency,
      ...this.reckoned.base,
      byLabel: current ? current.rules.length + current.spot.length : 0,
      keptIn: stated ? 'cluster' : current ? 'setting' : 'assumed',
      ...(!current && { assumedFrom: ASSUMED_FROM }),
      place: `ConfigMap ${PRICE_CONFIG_MAP} in ${this.context.config.ownNamespace}`,
      ...(fault !== undefined && { fault }),
    };
  }

  /**
   * Keeps what a core and a GiB cost on nodes without a price of their own; those by label stay. Null takes back what
   * was stated in the cluster, so that the setting counts again.
   * @throws AppError `conflict` if it is so already, `cluster-error`
   */
  async save(prices: StatedPrices, who: string): Promise<PricesView> {
    const { clock, wallClock } = this.context;
    const before = baseOf(this.current);
    const { rules = [], spot = [] } = this.current ?? {};
    const next: PriceTable | undefined = prices
      ? { currency: prices.currency, base: { cpu: prices.cpu, memory: prices.memory }, rules, spot }
      : undefined;
    if (isDeepStrictEqual(next, this.stated))
      throw new AppError('conflict', 'the prices are so already: nothing to change');
    const after = baseOf(next ?? this.context.config.prices);
    const change = { who, change: 'prices' as const, namespace: '', name: '', before, after };
    try {
      const saved = await audited({ store: this.ports.store, clock }, change, () =>
        this.write(next ? pricesText(next) : null),
      );
      await untilShown(this.cache, saved, wallClock);
      return this.view();
    } catch (thrown) {
      throw refusal(thrown);
    }
  }

  private async takeOver(): Promise<void> {
    const { client, config, log } = this.context;
    const map = this.cache.get(config.ownNamespace, PRICE_CONFIG_MAP);
    if (map?.data?.[KEY] !== undefined || isTakenOver(map)) return;
    try {
      const former = await formerConfigMap(client, config, PRICE_CONFIG_MAP);
      const text = former?.data?.[KEY];
      if (text !== undefined) await this.write(text);
    } catch (error) {
      log.warn({ err: error }, 'The prices that a former version kept could not be taken over');
    }
  }

  private write(text: string | null): Promise<ConfigMap> {
    const { client, config } = this.context;
    const place = { namespace: config.ownNamespace, name: PRICE_CONFIG_MAP };
    return writeConfigMapData(client, place, { data: { [KEY]: text }, annotations: takenOver(config) });
  }

  private heard(map: ConfigMap | undefined): void {
    const { problems, config } = this.context;
    const about = `ConfigMap ${config.ownNamespace}/${PRICE_CONFIG_MAP}`;
    const read = priceTable.safeParse(map?.data?.[KEY] ?? '');
    this.stated = read.data;
    this.fault = read.error?.issues[0]?.message;
    if (this.fault === undefined) problems.clear('object-unusable', about);
    else problems.report('object-unusable', about, this.fault);
  }
}

/** As the record has them. */
function baseOf(table: PriceTable | undefined) {
  return table ? { currency: table.currency, cpu: table.base?.cpu, memory: table.base?.memory } : {};
}
