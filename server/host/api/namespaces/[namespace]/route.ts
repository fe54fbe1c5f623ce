import { namespaceView } from '../../../../pages/overview';
import { runtime } from '../../../runtime';
import { view } from '../../view';

/** A namespace at a glance. */
export const GET = view<{ namespace: string }>((_request, { namespace }) =>
  namespaceView(runtime(), namespace),
);
