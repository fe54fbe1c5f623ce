import { coreKinds } from './core-kinds';
import { groupKinds } from './group-kinds';
import type { Kind } from './kind';

/** The kinds that the embedded cluster serves without a CustomResourceDefinition. */
export function builtinKinds(): Kind[] {
  return [...coreKinds(), ...groupKinds()];
}
