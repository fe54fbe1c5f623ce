import { mutation } from '@/app/api/mutation';
import { replaysOf } from '@/app/api/roles';
import { DEEDS } from '@/server/access';
import { replaySchema } from '@/server/contract/requests/replay-schema';
import { runtime } from '@/server/host/runtime';

export const dynamic = 'force-dynamic';

/** Starts a replay that a page shows beside a change; answers with its id. */
export const POST = mutation({
  on: runtime,
  schema: replaySchema,
  rights: ({ input }) => DEEDS.replay(input.scope),
  action: ({ input, who, on }) => replaysOf(on).preview(input, who),
});
