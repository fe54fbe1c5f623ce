import { answer } from '@/app/api/answer';
import { runtime } from '@/server/host/runtime';

export const dynamic = 'force-dynamic';

/** Whether the process does what it is there for, with 503 and what it waits for if not. */
export const GET = answer(() => {
  const readiness = runtime().readiness();
  return Response.json(readiness, { status: readiness.ready ? 200 : 503 });
}, 'public');
