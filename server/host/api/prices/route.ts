import { DEEDS } from '../../../access';
import { pricesSchema } from '../../../contract/requests/prices';
import { runtime } from '../../runtime';
import { mutation } from '../mutation';
import { operationsOf } from '../roles';

/** Keeps what a core and a GiB cost in an hour; answers with the prices in force. */
export const PATCH = mutation({
  on: runtime,
  schema: pricesSchema,
  rights: DEEDS['set-prices'],
  action: ({ input: { prices }, who, on }) => operationsOf(on).prices.save(prices, who),
});
