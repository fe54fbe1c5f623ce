import { coreKinds } from './core-kinds';
import { groupKinds } from './group-kinds';
import type { Kind } from './kind';

/** The kinds of object that the embedded cluster knows without any CustomResourceDefinition. */
export function builtinKinds(): Kind[] {
  return [...coreKinds(), ...groupKinds()];
}
