import { mutation } from '@/app/api/mutation';
import { replaysOf } from '@/app/api/roles';
import { view } from '@/app/api/view';
import { RIGHTS } from '@/server/access';
import { replaySchema } from '@/server/process/requests/replays';
import { runtime } from '@/server/process/runtime';

export const dynamic = 'force-dynamic';

export const GET = view(({ url }) => replaysOf(runtime()).list(new URL(url).searchParams));

/** Starts a replay; answers with its id. */
export const POST = mutation({
  on: runtime,
  schema: replaySchema,
  rights: () => [RIGHTS.replay(), RIGHTS.read()],
  action: ({ input, who, on }) => replaysOf(on).start(input, who),
});
