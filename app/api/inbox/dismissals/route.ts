import { mutation } from '@/app/api/mutation';
import { operationsOf } from '@/app/api/roles';
import { DEEDS } from '@/server/access';
import {
  type DismissalRequest,
  dismissalSchema,
  type RestoreRequest,
  restoreSchema,
} from '@/server/contract/requests/dismissal';
import { type Runtime, runtime } from '@/server/host/runtime';

export const dynamic = 'force-dynamic';

const rights = ({ input: { namespace, vpa } }: { input: RestoreRequest }) =>
  DEEDS.dismiss({ namespace, name: vpa });

/** Hides an item of the inbox for a while. */
export const POST = mutation<Runtime, DismissalRequest>({
  on: runtime,
  schema: dismissalSchema,
  rights,
  action: async ({ input, who, on }) => {
    const { sentence } = await on.pages.inbox.item(input);
    const said = await operationsOf(on).dismiss(input, { who, sentence });
    on.pages.inbox.note(said);
    return said;
  },
});

/** Shows it again. */
export const DELETE = mutation<Runtime, RestoreRequest>({
  on: runtime,
  schema: restoreSchema,
  rights,
  action: async ({ input, who, on }) => {
    const { sentence } = await on.pages.inbox.item(input);
    const said = await operationsOf(on).restore(input, { who, sentence });
    on.pages.inbox.note(said);
    return said;
  },
});
