import { listing } from '@/app/api/listing';
import { mutation } from '@/app/api/mutation';
import { operationsOf } from '@/app/api/roles';
import { DEEDS } from '@/server/access';
import { stopsFor } from '@/server/process/pages/status-for';
import { scopeSchema, stopSchema } from '@/server/process/requests/stops';
import { runtime } from '@/server/process/runtime';

export const dynamic = 'force-dynamic';

/** The stops that concern what the person may read. */
export const GET = listing(({ reach }) => stopsFor(operationsOf(runtime()).stops(), reach));

/** Stops; in force before the answer is sent. */
export const POST = mutation({
  on: runtime,
  schema: stopSchema,
  rights: ({ input }) => DEEDS.stop(input.scope),
  action: ({ input, who, on }) => operationsOf(on).press(input.scope, who, input.reason),
});

export const DELETE = mutation({
  on: runtime,
  schema: scopeSchema,
  rights: ({ input }) => DEEDS.resume(input.scope),
  action: ({ input, who, on }) => operationsOf(on).resume(input.scope, who),
});
