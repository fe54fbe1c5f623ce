import { mutation } from '@/app/api/mutation';
import { mayOf } from '@/app/api/rights-of';
import { operationsOf } from '@/app/api/roles';
import { view } from '@/app/api/view';
import { DEEDS } from '@/server/access';
import { scopeSchema, stopSchema } from '@/server/contract/requests/stops';
import { runtime } from '@/server/host/runtime';
import { stopsAfter, stopsFor } from '@/server/pages/stops-for';

export const dynamic = 'force-dynamic';

/** The stops that concern the person. */
export const GET = view(
  (_request, _params, person) => stopsFor(operationsOf(runtime()).stops.view(), mayOf(person)),
  {
    entry: 'person',
  },
);

/** Stops; in force before the answer is sent. */
export const POST = mutation({
  on: runtime,
  schema: stopSchema,
  rights: ({ input }) => DEEDS.stop(input.scope),
  action: async ({ input: { scope, reason }, who, on, may }) =>
    stopsAfter(await operationsOf(on).stops.press(scope, who, reason), scope, may),
});

export const DELETE = mutation({
  on: runtime,
  schema: scopeSchema,
  rights: ({ input }) => DEEDS.resume(input.scope),
  action: async ({ input: { scope }, who, on, may }) =>
    stopsAfter(await operationsOf(on).stops.resume(scope, who), scope, may),
});
