import * as z from 'zod';
import { DEEDS } from '../../../../../../access';
import { type Runtime, runtime } from '../../../../../runtime';
import { mutation } from '../../../../mutation';
import { operationsOf } from '../../../../roles';

/** Lets changes of its pods that only their time holds back be made now. */
export const POST = mutation<Runtime, Record<string, never>, { namespace: string; name: string }>({
  on: runtime,
  schema: z.strictObject({}),
  rights: ({ params }) => DEEDS['change-vpa'](params),
  action: ({ params, author, on }) => operationsOf(on).applyNow(params.namespace, params.name, author),
});
