import { view } from '@/app/api/view';
import { runtime } from '@/server/host/runtime';
import { namespaceView } from '@/server/pages/overview';

export const dynamic = 'force-dynamic';

/** A namespace at a glance. */
export const GET = view<{ namespace: string }>((_request, { namespace }) =>
  namespaceView(runtime(), namespace),
);
