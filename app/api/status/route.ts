import { reachIn } from '@/app/api/listing';
import { view } from '@/app/api/view';
import { version } from '@/package.json';
import { closedPages } from '@/server/process/pages/closed-pages';
import { statusFor } from '@/server/process/pages/status-for';
import { CLOCK_HEADER } from '@/server/process/pages/views';
import { access, runtime } from '@/server/process/runtime';

export const dynamic = 'force-dynamic';

/** The state of the process; the cluster's time is in a header. */
export const GET = view(
  async (request, _params, person) => {
    const { nowMs: _nowMs, problems: _problems, ...status } = runtime().status();
    const { pages, operations } = runtime();
    const reach = await reachIn(request, person);
    const answer = {
      ...status,
      ...(await pages.counts(reach)),
      stops: operations?.stops(),
      blocking: status.lastPass ? [] : pages.blocking(),
      version,
      ...(runtime().config.grafanaUrl && { grafana: runtime().config.grafanaUrl }),
      user: person.name,
      ...(reach.pending && { rightsAsked: reach.pending }),
      closedPages: await closedPages(access(), person),
      asksRights: access()?.asksRights ?? false,
      offersTour: runtime().config.tour,
      hasSession: access()?.sessions !== undefined,
    };
    return statusFor(answer, reach);
  },
  { entry: 'person', headers: () => ({ [CLOCK_HEADER]: String(runtime().clock.now()) }) },
);
