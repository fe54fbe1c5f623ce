import { view } from '@/app/api/view';
import { version } from '@/package.json';
import { CLOCK_HEADER, type StatusAnswer } from '@/server/process/pages/views';
import { runtime } from '@/server/process/runtime';
import { visitorOf } from '@/server/process/visitor';

export const dynamic = 'force-dynamic';

/** The state of the process; the cluster's time is in a header. */
export const GET = view(
  (request): StatusAnswer => {
    const { nowMs: _nowMs, problems: _problems, ...status } = runtime().status();
    const { pages, config, operations } = runtime();
    return {
      ...status,
      ...pages.counts(),
      stops: operations?.stops(),
      blocking: status.lastPass ? [] : pages.blocking(),
      version,
      user: visitorOf(request, config.identityHeader),
    };
  },
  () => ({ [CLOCK_HEADER]: String(runtime().clock.now()) }),
);
