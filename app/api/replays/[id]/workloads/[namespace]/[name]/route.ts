import { replaysOf } from '@/app/api/roles';
import { view } from '@/app/api/view';
import { runtime } from '@/server/host/runtime';

export const dynamic = 'force-dynamic';

export const GET = view<{ id: string; namespace: string; name: string }>(
  (_request, { id, namespace, name }) => replaysOf(runtime()).chart(id, namespace, name),
);
