import { workloadEvents } from '../../../../../../pages/events';
import { runtime } from '../../../../../runtime';
import { view } from '../../../../view';

export const GET = view<{ namespace: string; name: string }>((_, { namespace, name }) =>
  workloadEvents(runtime(), namespace, name),
);
