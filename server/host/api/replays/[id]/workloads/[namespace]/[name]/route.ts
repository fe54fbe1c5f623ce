import { runtime } from '../../../../../../runtime';
import { replaysOf } from '../../../../../roles';
import { view } from '../../../../../view';

export const GET = view<{ id: string; namespace: string; name: string }>(
  (_request, { id, namespace, name }) => replaysOf(runtime()).chart(id, namespace, name),
);
