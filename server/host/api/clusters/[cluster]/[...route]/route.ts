import { access } from '../../../../runtime';
import { answer } from '../../../answer';
import { textOf } from '../../../body';
import { presentHub } from '../../present-hub';

/** What a cluster of the hub answers to the person. The hub asks no rights: the cluster judges them itself. */
const passed = answer<{ cluster: string; route: string[] }>(async (request, { cluster, route }, person) => {
  const hub = presentHub();
  const { method, headers, url } = request;
  const isChange = method !== 'GET';
  if (isChange) await access().mustMayChange(person, []);
  const {
    status,
    body,
    headers: said,
  } = await hub.pass(
    cluster,
    access().askerOf(person),
    {
      method,
      segments: route,
      search: new URL(url).search,
      revision: headers.get('if-none-match'),
      prefer: headers.get('prefer'),
      body: isChange ? await textOf(request) : undefined,
    },
    access().sessions !== undefined,
  );
  return new Response(body && new Uint8Array(body), { status, headers: said });
}, 'person');

export const GET = passed;
export const POST = passed;
export const PATCH = passed;
export const DELETE = passed;
