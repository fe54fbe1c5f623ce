import { mutation } from '@/app/api/mutation';
import { replaysOf } from '@/app/api/roles';
import { DEEDS } from '@/server/access';
import { cancelSchema } from '@/server/contract/requests/replay-schema';
import { type Runtime, runtime } from '@/server/host/runtime';

export const dynamic = 'force-dynamic';

/** Cancels a replay that waits or is at work; one that has ended stays as it is. */
export const POST = mutation<Runtime, Record<string, never>, { id: string }>({
  on: runtime,
  schema: cancelSchema,
  rights: async ({ params, on }) => DEEDS['cancel-replay'](await replaysOf(on).scopeOf(params.id)),
  action: ({ params, who, on }) => replaysOf(on).cancel(params.id, who),
});
