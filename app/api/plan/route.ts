import { answer } from '@/app/api/answer';
import { updaterOf } from '@/app/api/roles';
import { runtime } from '@/server/process/runtime';

export const dynamic = 'force-dynamic';

/** What a pass beginning now would do to every pod, and why; `namespace` and `vpa` narrow it. */
export const GET = answer((request) => {
  const { searchParams } = new URL(request.url);
  const namespace = searchParams.get('namespace') ?? undefined;
  const name = searchParams.get('vpa') ?? undefined;
  return updaterOf(runtime()).plan({ namespace, name });
});
