import * as z from 'zod';
import { HIGHEST_PRICE } from '../../model/price-table';

const amount = z
  .number('write a number')
  .min(0, 'must not be negative')
  .max(HIGHEST_PRICE, `must be at most ${HIGHEST_PRICE.toLocaleString('en-US')}`);

/** What people state in the page Savings; null takes back what was stated there. */
export const pricesSchema = z.strictObject({
  prices: z
    .strictObject({
      currency: z.string().regex(/^[A-Z]{3}$/, 'write three capital letters, such as USD'),
      /** Of a core for an hour. */
      cpu: amount,
      /** Of a GiB for an hour. */
      memory: amount,
    })
    .nullable(),
});

export type StatedPrices = z.infer<typeof pricesSchema>['prices'];
