import * as z from 'zod';
import { RIGHTS } from '../../../../../../../access';
import { type Runtime, runtime } from '../../../../../../runtime';
import { trial } from '../../../../../mutation';
import { operationsOf } from '../../../../../roles';

/** What trying a change again that was undone does to its pods. Changes nothing. */
export const POST = trial<Runtime, Record<string, never>, { namespace: string; name: string }>({
  on: runtime,
  schema: z.strictObject({}),
  rights: ({ params }) => [RIGHTS.read(params.namespace)],
  action: ({ params, on }) => operationsOf(on).previewTryAgain(params.namespace, params.name),
});
