import { bulkPerson } from '@/app/api/bulk/person';
import { trial } from '@/app/api/mutation';
import { operationsOf } from '@/app/api/roles';
import { bulkSchema } from '@/server/contract/requests/bulk';
import { runtime } from '@/server/host/runtime';

export const dynamic = 'force-dynamic';

/** What some of the steps of a change of many objects would do. Changes nothing. */
export const POST = trial({
  on: runtime,
  schema: bulkSchema,
  rights: () => [],
  action: ({ input, author, may, on }) => operationsOf(on).bulk.preview(input.steps, bulkPerson(author, may)),
});
