import { CLOCK_HEADER } from '../../../../contract/status';
import { hubRecordView } from '../../../../pages/clusters/hub-record';
import { runtime } from '../../../runtime';
import { view } from '../../view';
import { presentHub } from '../present-hub';

export const GET = view(
  ({ url }, _params, person) => {
    presentHub();
    const { store, clock } = runtime();
    return hubRecordView(store, new URL(url).searchParams, { who: person.name, nowMs: clock.now() });
  },
  // Entries are dated by it, as all of the log.
  { entry: 'person', headers: () => ({ [CLOCK_HEADER]: String(runtime().clock.now()) }) },
);
