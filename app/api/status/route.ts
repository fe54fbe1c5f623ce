import { reachIn } from '@/app/api/listing';
import { mayOf } from '@/app/api/rights-of';
import { view } from '@/app/api/view';
import { version } from '@/package.json';
import { CLOCK_HEADER, type StatusAnswer } from '@/server/contract/status';
import { access, runtime } from '@/server/host/runtime';
import { closedPages } from '@/server/pages/closed-pages';
import { stopsFor } from '@/server/pages/stops-for';

export const dynamic = 'force-dynamic';

/** The state of the process, as far as the person may know it; the cluster's time is in a header. */
export const GET = view(
  async (request, _params, person): Promise<StatusAnswer> => {
    const { nowMs: _nowMs, problems: _problems, ...status } = runtime().status();
    const { pages, operations } = runtime();
    const reach = await reachIn(request, person);
    return {
      ...status,
      ...(await pages.counts(reach)),
      stops: operations && (await stopsFor(operations.stops(), mayOf(person))),
      blocking: status.lastPass || !reach.covers(undefined) ? [] : pages.blocking(),
      ...(runtime().hub && { isHub: true }),
      version,
      ...(runtime().config.grafanaUrl && { grafana: runtime().config.grafanaUrl }),
      user: person.name,
      ...(reach.pending && { rightsAsked: reach.pending }),
      closedPages: await closedPages(access(), person),
      asksRights: access().asksRights,
      offersTour: runtime().config.tour,
      hasSession: access().sessions !== undefined,
    };
  },
  { entry: 'person', headers: () => ({ [CLOCK_HEADER]: String(runtime().clock.now()) }) },
);
