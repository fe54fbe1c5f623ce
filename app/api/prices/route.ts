import { mutation } from '@/app/api/mutation';
import { operationsOf } from '@/app/api/roles';
import { DEEDS } from '@/server/access';
import { pricesSchema } from '@/server/contract/requests/prices';
import { runtime } from '@/server/host/runtime';

export const dynamic = 'force-dynamic';

/** Keeps what a core and a GiB cost in an hour; answers with the prices in force. */
export const PATCH = mutation({
  on: runtime,
  schema: pricesSchema,
  rights: DEEDS['set-prices'],
  action: ({ input: { prices }, who, on }) => operationsOf(on).prices.save(prices, who),
});
