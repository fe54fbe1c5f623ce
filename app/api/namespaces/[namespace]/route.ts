import { view } from '@/app/api/view';
import { namespaceOf } from '@/server/process/pages/overview';
import { runtime } from '@/server/process/runtime';

export const dynamic = 'force-dynamic';

/** A namespace at a glance. */
export const GET = view<{ namespace: string }>((_request, { namespace }) =>
  namespaceOf(runtime(), namespace),
);
