import { namespaceOfRight, type Person, RIGHTS } from '../../access';
import { access, runtime } from '../runtime';
import { replaysOf } from './roles';

/** @throws AppError `not-found`, or `forbidden` to people who may not read all that the replay is about */
export async function readableReplay(id: string, person: Person): Promise<void> {
  const scope = await replaysOf(runtime()).scopeOf(id);
  await access().mustMayDo(person, [RIGHTS.read(namespaceOfRight(scope))]);
}
