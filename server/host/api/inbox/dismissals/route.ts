import { DEEDS } from '../../../../access';
import {
  type DismissalRequest,
  dismissalSchema,
  type RestoreRequest,
  restoreSchema,
} from '../../../../contract/requests/dismissal';
import { type Runtime, runtime } from '../../../runtime';
import { mutation } from '../../mutation';
import { operationsOf } from '../../roles';

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
