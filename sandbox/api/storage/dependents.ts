import type { KubeObject } from '@/server/objects/types';

export interface ObjectAddress {
  resource: string;
  namespace: string;
  name: string;
}

/** Which objects name an owner, by the owner's uid. */
export class Dependents {
  private readonly dependents = new Map<string, Map<string, ObjectAddress>>();

  replace(resource: string, old: KubeObject | undefined, now: KubeObject | undefined): void {
    const before = old?.metadata.ownerReferences;
    const after = now?.metadata.ownerReferences;
    if (before === after) return;
    for (const owner of before ?? []) if (old) this.drop(owner.uid, objectAddress(resource, old));
    for (const owner of after ?? []) if (now) this.add(owner.uid, objectAddress(resource, now));
  }

  of(ownerUid: string): ObjectAddress[] {
    return [...(this.dependents.get(ownerUid)?.values() ?? [])];
  }

  private add(uid: string, address: ObjectAddress): void {
    const known = this.dependents.get(uid) ?? new Map<string, ObjectAddress>();
    known.set(textOf(address), address);
    this.dependents.set(uid, known);
  }

  private drop(uid: string, address: ObjectAddress): void {
    const known = this.dependents.get(uid);
    known?.delete(textOf(address));
    if (known?.size === 0) this.dependents.delete(uid);
  }
}

export function objectAddress(resource: string, object: KubeObject): ObjectAddress {
  return { resource, namespace: object.metadata.namespace ?? '', name: object.metadata.name };
}

function textOf(address: ObjectAddress): string {
  return `${address.resource}/${address.namespace}/${address.name}`;
}
