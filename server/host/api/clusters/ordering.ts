import type { ZodType } from 'zod';
import type { ClusterDeed } from '../../../contract/clusters';
import type { StopScope } from '../../../decide/pods/stop';
import { access } from '../../runtime';
import { answer } from '../answer';
import { jsonOf, parse } from '../body';
import { presentHub } from './present-hub';

/** A change in clusters of the hub. The hub asks no rights: each cluster judges the person itself. */
export function ordering(
  deed: ClusterDeed,
  schema: ZodType<{ clusters: string; scope: StopScope; reason?: string | undefined }>,
) {
  return answer(async (request, _params, person) => {
    const hub = presentHub();
    const { clusters, scope, reason } = parse(schema, await jsonOf(request));
    await access().mustMayChange(person, []);
    return hub.order(clusters, access().askerOf(person), { deed, scope, reason });
  }, 'person');
}
