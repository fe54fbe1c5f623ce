import type { Person, Right } from '@/server/access';
import { access } from '@/server/host/runtime';

export function mayOf(person: Person): (right: Right) => Promise<boolean> {
  return (right) => access().mayDo(person, right);
}
