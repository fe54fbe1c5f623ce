import { DEEDS } from '../../../access';
import { scopeSchema, stopSchema } from '../../../contract/requests/stops';
import { stopsAfter, stopsFor } from '../../../pages/stops-for';
import { runtime } from '../../runtime';
import { mutation } from '../mutation';
import { mayOf } from '../rights-of';
import { operationsOf } from '../roles';
import { view } from '../view';

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
