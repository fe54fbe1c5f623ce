import { coreKinds } from '@/sandbox/api/kinds/core-kinds';
import { groupKinds } from '@/sandbox/api/kinds/group-kinds';
import type { Kind } from '@/sandbox/api/kinds/kind';

/** The kinds that the embedded cluster serves without a CustomResourceDefinition. */
export function builtinKinds(): Kind[] {
  return [...coreKinds(), ...groupKinds()];
}
