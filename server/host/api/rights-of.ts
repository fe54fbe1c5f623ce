import type { Person, Right } from '../../access';
import { access } from '../runtime';

export function mayOf(person: Person): (right: Right) => Promise<boolean> {
  return (right) => access().mayDo(person, right);
}
