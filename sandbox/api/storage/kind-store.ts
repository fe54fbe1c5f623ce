import type { KubeObject } from '@/server/objects/types';

/** The objects of one kind, by namespace and name, and in list order. */
export class KindStore {
  private readonly byNamespace = new Map<string, Map<string, KubeObject>>();
  private readonly sortedNames = new Map<string, string[]>();
  private sortedNamespaces: string[] | undefined;
  private total = 0;

  get(namespace: string, name: string): KubeObject | undefined {
    return this.byNamespace.get(namespace)?.get(name);
  }

  put(object: KubeObject): void {
    const namespace = object.metadata.namespace ?? '';
    let objects = this.byNamespace.get(namespace);
    if (!objects) {
      objects = new Map();
      this.byNamespace.set(namespace, objects);
      this.sortedNamespaces = undefined;
    }
    if (!objects.has(object.metadata.name)) {
      this.total++;
      this.sortedNames.delete(namespace);
    }
    objects.set(object.metadata.name, object);
  }

  remove(namespace: string, name: string): void {
    const objects = this.byNamespace.get(namespace);
    if (!objects?.delete(name)) return;
    this.total--;
    this.sortedNames.delete(namespace);
    if (objects.size === 0) {
      this.byNamespace.delete(namespace);
      this.sortedNamespaces = undefined;
    }
  }

  count(namespace?: string): number {
    return namespace === undefined ? this.total : (this.byNamespace.get(namespace)?.size ?? 0);
  }

  /** A snapshot of the objects by namespace, then name. */
  list(namespace?: string): KubeObject[] {
    if (namespace !== undefined) return this.ofNamespace(namespace);
    this.sortedNamespaces ??= [...this.byNamespace.keys()].sort(byCodeUnit);
    return this.sortedNamespaces.flatMap((each) => this.ofNamespace(each));
  }

  private ofNamespace(namespace: string): KubeObject[] {
    const objects = this.byNamespace.get(namespace);
    if (!objects) return [];
    let names = this.sortedNames.get(namespace);
    if (!names) {
      names = [...objects.keys()].sort(byCodeUnit);
      this.sortedNames.set(namespace, names);
    }
    return names.flatMap((name) => objects.get(name) ?? []);
  }
}

function byCodeUnit(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
