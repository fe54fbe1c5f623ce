import { listing } from '@/app/api/listing';
import { mutation } from '@/app/api/mutation';
import { replaysOf } from '@/app/api/roles';
import { DEEDS } from '@/server/access';
import { replaySchema } from '@/server/contract/requests/replay-schema';
import { runtime } from '@/server/host/runtime';

export const dynamic = 'force-dynamic';

export const GET = listing((asked) => replaysOf(runtime()).list(asked));

/** Starts a replay; answers with its id. */
export const POST = mutation({
  on: runtime,
  schema: replaySchema,
  rights: ({ input }) => DEEDS.replay(input.scope),
  action: ({ input, who, on }) => replaysOf(on).start(input, who),
});
