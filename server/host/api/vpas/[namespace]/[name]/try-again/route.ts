import * as z from 'zod';
import { DEEDS } from '../../../../../../access';
import { type Runtime, runtime } from '../../../../../runtime';
import { mutation } from '../../../../mutation';
import { operationsOf } from '../../../../roles';

/** Tries a change again that was undone: the workload is no longer held at its former requests. */
export const POST = mutation<Runtime, Record<string, never>, { namespace: string; name: string }>({
  on: runtime,
  schema: z.strictObject({}),
  rights: ({ params }) => DEEDS['change-vpa'](params),
  action: ({ params, author, on }) => operationsOf(on).tryAgain(params.namespace, params.name, author),
});
