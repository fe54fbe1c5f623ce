import { RIGHTS } from '../../../access';
import { CLOCK_HEADER } from '../../../contract/status';
import { asksForLists, digestOf } from '../../../pages/digest';
import { stopsFor } from '../../../pages/stops-for';
import { access, runtime } from '../../runtime';
import { mayOf } from '../rights-of';
import { view } from '../view';

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
