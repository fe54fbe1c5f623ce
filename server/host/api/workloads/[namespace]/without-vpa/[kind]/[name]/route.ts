import { bareWorkload } from '../../../../../../../pages/answers';
import { runtime } from '../../../../../../runtime';
import { view } from '../../../../../view';

/** A workload that no VPA targets, with what one in mode Off would say of it. */
export const GET = view<{ namespace: string; kind: string; name: string }>(
  (_request, { namespace, kind, name }) => bareWorkload(runtime().handles, namespace, kind, name),
);
