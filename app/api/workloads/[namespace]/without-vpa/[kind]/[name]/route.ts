import { view } from '@/app/api/view';
import { runtime } from '@/server/host/runtime';
import { bareWorkload } from '@/server/pages/answers';

export const dynamic = 'force-dynamic';

/** A workload that no VPA targets, with what one in mode Off would say of it. */
export const GET = view<{ namespace: string; kind: string; name: string }>(
  (_request, { namespace, kind, name }) => bareWorkload(runtime().handles, namespace, kind, name),
);
