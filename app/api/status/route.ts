import { view } from '@/app/api/view';
import { CLOCK_HEADER, type StatusAnswer } from '@/server/process/pages/views';
import { runtime } from '@/server/process/runtime';

export const dynamic = 'force-dynamic';

/** How the process stands; the cluster's time comes as a header. */
export const GET = view(
  (): StatusAnswer => {
    const { nowMs: _nowMs, problems, ...status } = runtime().status();
    return { ...status, problems: problems.length };
  },
  () => ({ [CLOCK_HEADER]: String(runtime().clock.now()) }),
);
