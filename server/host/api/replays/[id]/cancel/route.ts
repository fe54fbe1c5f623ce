import { DEEDS } from '../../../../../access';
import { cancelSchema } from '../../../../../contract/requests/replay-schema';
import { type Runtime, runtime } from '../../../../runtime';
import { mutation } from '../../../mutation';
import { replaysOf } from '../../../roles';

/** Cancels a replay that waits or is at work; one that has ended stays as it is. */
export const POST = mutation<Runtime, Record<string, never>, { id: string }>({
  on: runtime,
  schema: cancelSchema,
  rights: async ({ params, on }) => DEEDS['cancel-replay'](await replaysOf(on).scopeOf(params.id)),
  action: ({ params, who, on }) => replaysOf(on).cancel(params.id, who),
});
