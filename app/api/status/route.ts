import { view } from '@/app/api/view';
import { CLOCK_HEADER, type StatusAnswer } from '@/server/process/pages/views';
import { runtime } from '@/server/process/runtime';

export const dynamic = 'force-dynamic';

/** The state of the process; the cluster's time is in a header. */
export const GET = view(
  (): StatusAnswer => {
    const { nowMs: _nowMs, problems: _problems, ...status } = runtime().status();
    const { pages } = runtime();
    return { ...status, ...pages.counts(), blocking: status.lastPass ? [] : pages.blocking() };
  },
  () => ({ [CLOCK_HEADER]: String(runtime().clock.now()) }),
);
