import { view } from '@/app/api/view';
import { bareWorkload } from '@/server/process/answers';
import { runtime } from '@/server/process/runtime';

export const dynamic = 'force-dynamic';

/** A workload that no VPA targets, with what one in mode Off would say of it. */
export const GET = view<{ namespace: string; kind: string; name: string }>(
  (_request, { namespace, kind, name }) => bareWorkload(runtime().handles, namespace, kind, name),
);
