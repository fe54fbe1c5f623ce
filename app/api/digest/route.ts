import { mayOf } from '@/app/api/rights-of';
import { view } from '@/app/api/view';
import { RIGHTS } from '@/server/access';
import { CLOCK_HEADER } from '@/server/contract/status';
import { access, runtime } from '@/server/host/runtime';
import { asksForLists, digestOf } from '@/server/pages/digest';
import { stopsFor } from '@/server/pages/stops-for';

export const dynamic = 'force-dynamic';

/** What a hub keeps of this cluster for the person. */
export const GET = view(
  async ({ url }, _params, person) => {
    const withLists = asksForLists(new URL(url).searchParams);
    const running = runtime();
    const reach = await access().mustReach(person, RIGHTS.read);
    const { operations } = running;
    const stops = operations && (await stopsFor(operations.stops.view(), mayOf(person)));
    return digestOf(running, { reach, user: person.name, stops, withLists });
  },
  { entry: 'person', headers: () => ({ [CLOCK_HEADER]: String(runtime().clock.now()) }) },
);
