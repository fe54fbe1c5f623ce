import type { VerticalPodAutoscaler } from '../../kube/vpa-types';
import { type CompiledVpa, compileVpa } from '../../policy/compiled-vpa';
import { byStrength } from '../../policy/controlling-vpa';

/** A VPA whose amounts cannot be read: it still counts as there, and changes no pod. */
function withoutPolicy(vpa: VerticalPodAutoscaler): CompiledVpa {
  const { targetRef } = vpa.spec;
  return {
    ...compileVpa({ ...vpa, spec: { targetRef, updatePolicy: { updateMode: 'Off' } }, status: undefined }),
    vpa,
  };
}

/** Every VPA by namespace and target, read once when it changes, so that a review only looks up. */
export class VpaIndex {
  private readonly namespaces = new Map<string, Map<string, CompiledVpa[]>>();
  private readonly keyOfVpa = new Map<string, string>();
  /** VPAs in the index. */
  get size(): number {
    return this.keyOfVpa.size;
  }

  /** @returns what cannot be read of the VPA; undefined when all of it can. */
  set(vpa: VerticalPodAutoscaler): Error | undefined {
    this.delete(vpa);
    const { targetRef } = vpa.spec;
    if (!targetRef) return undefined;
    let fault: Error | undefined;
    let compiled: CompiledVpa;
    try {
      compiled = compileVpa(vpa);
    } catch (thrown) {
      fault = thrown instanceof Error ? thrown : new Error(String(thrown));
      compiled = withoutPolicy(vpa);
    }
    const key = targetKey(targetRef.kind, targetRef.name);
    const targets = this.namespaces.get(compiled.namespace) ?? new Map<string, CompiledVpa[]>();
    this.namespaces.set(compiled.namespace, targets);
    targets.set(
      key,
      [...(targets.get(key) ?? []), compiled].sort((a, b) => byStrength(a.vpa, b.vpa)),
    );
    this.keyOfVpa.set(`${compiled.namespace}/${compiled.name}`, key);
    return fault;
  }

  delete(vpa: VerticalPodAutoscaler): void {
    const { namespace = '', name } = vpa.metadata;
    const key = this.keyOfVpa.get(`${namespace}/${name}`);
    const targets = this.namespaces.get(namespace);
    if (key === undefined || !targets) return;
    this.keyOfVpa.delete(`${namespace}/${name}`);
    const rest = targets.get(key)?.filter((other) => other.name !== name) ?? [];
    if (rest.length > 0) targets.set(key, rest);
    else targets.delete(key);
    if (targets.size === 0) this.namespaces.delete(namespace);
  }

  /** The VPAs that target this object, the strongest first. */
  targeting(namespace: string, kind: string, name: string): readonly CompiledVpa[] {
    return this.namespaces.get(namespace)?.get(targetKey(kind, name)) ?? [];
  }

  /** Whether any VPA lives in the namespace. */
  knows(namespace: string): boolean {
    return this.namespaces.has(namespace);
  }
}

function targetKey(kind: string, name: string): string {
  return `${kind}/${name}`;
}
