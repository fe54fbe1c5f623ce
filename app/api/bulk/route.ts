import { bulkPerson } from '@/app/api/bulk/person';
import { mutation } from '@/app/api/mutation';
import { operationsOf } from '@/app/api/roles';
import { bulkSchema } from '@/server/contract/requests/bulk';
import { runtime } from '@/server/host/runtime';

export const dynamic = 'force-dynamic';

/** Takes some of the steps of a change of many objects; answers with what came of each. */
export const POST = mutation({
  on: runtime,
  schema: bulkSchema,
  /** Each step is judged by itself, so that the others can be taken. */
  rights: () => [],
  action: ({ input, author, may, on }) => operationsOf(on).bulk.change(input.steps, bulkPerson(author, may)),
});
