import { DEEDS } from '../../../access';
import { replaySchema } from '../../../contract/requests/replay-schema';
import { runtime } from '../../runtime';
import { listing } from '../listing';
import { mutation } from '../mutation';
import { replaysOf } from '../roles';

export const GET = listing((asked) => replaysOf(runtime()).list(asked));

/** Starts a replay; answers with its id. */
export const POST = mutation({
  on: runtime,
  schema: replaySchema,
  rights: ({ input }) => DEEDS.replay(input.scope),
  action: ({ input, who, on }) => replaysOf(on).start(input, who),
});
