import type { Person, Right } from '@/server/access';
import { access } from '@/server/host/runtime';

/** Whether the cluster allows a person something; all while the process starts. */
export function mayOf(person: Person): (right: Right) => Promise<boolean> {
  return async (right) => (await access()?.mayDo(person, right)) ?? true;
}
