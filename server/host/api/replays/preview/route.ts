import { DEEDS } from '../../../../access';
import { replaySchema } from '../../../../contract/requests/replay-schema';
import { runtime } from '../../../runtime';
import { mutation } from '../../mutation';
import { replaysOf } from '../../roles';

/** Starts a replay that a page shows beside a change; answers with its id. */
export const POST = mutation({
  on: runtime,
  schema: replaySchema,
  rights: ({ input }) => DEEDS.replay(input.scope),
  action: ({ input, who, on }) => replaysOf(on).preview(input, who),
});
