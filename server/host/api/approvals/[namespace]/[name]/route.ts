import { runtime } from '../../../../runtime';
import { updaterOf } from '../../../roles';
import { view } from '../../../view';

export const GET = view<{ namespace: string; name: string }>((_, { namespace, name }) => {
  const running = runtime();
  return running.pages.approvals.one(updaterOf(running), namespace, name);
});
