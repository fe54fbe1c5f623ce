import { replaysOf } from '@/app/api/roles';
import { view } from '@/app/api/view';
import { runtime } from '@/server/process/runtime';

export const dynamic = 'force-dynamic';

/** How far a replay is, or what it found. */
export const GET = view<{ id: string }>((_request, { id }) => replaysOf(runtime()).view(id));
