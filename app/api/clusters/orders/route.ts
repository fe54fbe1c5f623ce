import { presentHub } from '@/app/api/clusters/present-hub';
import { view } from '@/app/api/view';
import { CLOCK_HEADER } from '@/server/contract/status';
import { runtime } from '@/server/host/runtime';
import { hubRecordView } from '@/server/pages/clusters/hub-record';

export const dynamic = 'force-dynamic';

export const GET = view(
  ({ url }, _params, person) => {
    presentHub();
    const { store, clock } = runtime();
    return hubRecordView(store, new URL(url).searchParams, { who: person.name, nowMs: clock.now() });
  },
  // Entries are dated by it, as all of the log.
  { entry: 'person', headers: () => ({ [CLOCK_HEADER]: String(runtime().clock.now()) }) },
);
