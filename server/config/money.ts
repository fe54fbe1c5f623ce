import { priceTable } from '../model/price-table';
import { setting } from './setting';

export const MONEY_SETTINGS = {
  prices: setting(
    'PRICES',
    '',
    priceTable,
    'What a core and a GiB cost in an hour: on all nodes, on nodes with a label, and on spot nodes; docs/money.md has examples. Empty means costs are in core-hours and GiB-hours only.',
  ),
} as const;
