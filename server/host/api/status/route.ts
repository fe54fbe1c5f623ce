import { version } from '../../../../package.json';
import { type Access, type Person, RIGHTS } from '../../../access';
import type { ClosedPage } from '../../../contract/session';
import { CLOCK_HEADER, type StatusAnswer } from '../../../contract/status';
import { stopsFor } from '../../../pages/stops-for';
import { access, runtime } from '../../runtime';
import { reachIn } from '../listing';
import { mayOf } from '../rights-of';
import { view } from '../view';

/** The right that each takes. */
const PAGE_RIGHTS = {
  '/rules': RIGHTS.readPolicies,
  '/savings/nodes': RIGHTS.readNodes,
  '/settings': () => RIGHTS.read(),
} as const satisfies Record<ClosedPage, unknown>;

/** The pages that a person may not open. @throws AppError */
async function closedPages(access: Access, person: Person): Promise<ClosedPage[]> {
  const pages = Object.keys(PAGE_RIGHTS) as ClosedPage[];
  const may = await Promise.all(pages.map((page) => access.mayDo(person, PAGE_RIGHTS[page]())));
  return pages.filter((_page, index) => !may[index]);
}

type OfCluster = 'urgencies' | 'awaiting' | 'overdue' | 'stops' | 'blocking' | 'rightsAsked' | 'closedPages';

/** A hub without a cluster of its own has nothing of these to show. */
const NOTHING: Pick<StatusAnswer, OfCluster> = {
  urgencies: { broken: 0, waits: 0, better: 0 },
  awaiting: 0,
  overdue: [],
  blocking: [],
  closedPages: [],
};

/** The state of the process, as far as the person may know it; the cluster's time is in a header. */
export const GET = view(
  async (request, _params, person): Promise<StatusAnswer> => {
    const { nowMs: _nowMs, problems: _problems, ...status } = runtime().status();
    const { config, hub } = runtime();
    return {
      ...status,
      ...(config.hubAlone ? NOTHING : await ofCluster(request, person, status.lastPass !== undefined)),
      ...(hub && { isHub: true }),
      ...(config.hubAlone && { isHubAlone: true }),
      version,
      ...(config.grafanaUrl && { grafana: config.grafanaUrl }),
      user: person.name,
      asksRights: access().asksRights,
      offersTour: config.tour,
      hasSession: access().sessions !== undefined,
    };
  },
  { entry: 'person', headers: () => ({ [CLOCK_HEADER]: String(runtime().clock.now()) }) },
);

async function ofCluster(
  request: Request,
  person: Person,
  hasPassed: boolean,
): Promise<Pick<StatusAnswer, OfCluster>> {
  const { pages, operations } = runtime();
  const reach = await reachIn(request, person);
  return {
    ...(await pages.counts(reach)),
    stops: operations && (await stopsFor(operations.stops.view(), mayOf(person))),
    blocking: hasPassed || !reach.covers(undefined) ? [] : pages.blocking(),
    ...(reach.pending && { rightsAsked: reach.pending }),
    closedPages: await closedPages(access(), person),
  };
}
