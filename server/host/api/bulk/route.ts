import { bulkSchema } from '../../../contract/requests/bulk';
import { runtime } from '../../runtime';
import { mutation } from '../mutation';
import { operationsOf } from '../roles';
import { bulkPerson } from './person';

/** Takes some of the steps of a change of many objects; answers with what came of each. */
export const POST = mutation({
  on: runtime,
  schema: bulkSchema,
  /** Each step is judged by itself, so that the others can be taken. */
  rights: () => [],
  action: ({ input, author, may, on }) => operationsOf(on).bulk.change(input.steps, bulkPerson(author, may)),
});
