import { readableReplay } from '@/app/api/readable-replay';
import { replaysOf } from '@/app/api/roles';
import { view } from '@/app/api/view';
import { runtime } from '@/server/host/runtime';

export const dynamic = 'force-dynamic';

/** How far a replay is, or what it found. */
export const GET = view<{ id: string }>(
  async (_request, { id }, person) => {
    await readableReplay(id, person);
    return replaysOf(runtime()).view(id);
  },
  { entry: 'person' },
);
