import { answer } from '@/app/api/answer';
import { mutation } from '@/app/api/mutation';
import { stopsOf } from '@/app/api/roles';
import { scopeSchema } from '@/server/process/requests';
import { runtime } from '@/server/process/runtime';

export const dynamic = 'force-dynamic';

export const GET = answer(() => stopsOf(runtime()).stops());

/** Stops; holds from this moment on, before the answer is sent. */
export const POST = mutation({
  schema: scopeSchema,
  action: ({ input, who, runtime: running }) => stopsOf(running).press(input.scope, who),
});

/** Resumes. */
export const DELETE = mutation({
  schema: scopeSchema,
  action: ({ input, who, runtime: running }) => stopsOf(running).resume(input.scope, who),
});
