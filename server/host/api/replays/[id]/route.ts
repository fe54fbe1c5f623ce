import { runtime } from '../../../runtime';
import { readableReplay } from '../../readable-replay';
import { replaysOf } from '../../roles';
import { view } from '../../view';

/** How far a replay is, or what it found. */
export const GET = view<{ id: string }>(
  async (_request, { id }, person) => {
    await readableReplay(id, person);
    return replaysOf(runtime()).view(id);
  },
  { entry: 'person' },
);
