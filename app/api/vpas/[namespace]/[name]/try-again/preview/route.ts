import * as z from 'zod';
import { trial } from '@/app/api/mutation';
import { operationsOf } from '@/app/api/roles';
import { RIGHTS } from '@/server/access';
import { type Runtime, runtime } from '@/server/host/runtime';

export const dynamic = 'force-dynamic';

/** What trying a change again that was undone does to its pods. Changes nothing. */
export const POST = trial<Runtime, Record<string, never>, { namespace: string; name: string }>({
  on: runtime,
  schema: z.strictObject({}),
  rights: ({ params }) => [RIGHTS.read(params.namespace)],
  action: ({ params, on }) => operationsOf(on).previewTryAgain(params.namespace, params.name),
});
