import type { VerticalScalingPolicy } from '../objects/plumbline-types';
import type { Namespace } from '../objects/types';
import { byPrecedence, type Rule, takersOf } from './rule';

interface KnownNamespace {
  object: Namespace;
  /** The policies that take its workloads, the strongest first; absent until they are asked for. */
  takers?: readonly Rule[];
}

/** Every policy, every namespace, and which policies take the workloads of which namespace. */
export class RuleStore {
  private readonly compiled = new Map<string, Rule>();
  private readonly objects = new Map<string, VerticalScalingPolicy>();
  private readonly namespaces = new Map<string, KnownNamespace>();
  private strongest: readonly Rule[] = [];

  /** Every policy, the strongest first. */
  get list(): readonly Rule[] {
    return this.strongest;
  }

  named(name: string): Rule | undefined {
    return this.compiled.get(name);
  }

  /** The object of a policy; a built-in one has none. */
  objectOf(name: string): VerticalScalingPolicy | undefined {
    return this.objects.get(name);
  }

  namespace(name: string): Namespace | undefined {
    return this.namespaces.get(name)?.object;
  }

  /** The policies that take workloads of a namespace, the strongest first. */
  taking(namespace: string): readonly Rule[] {
    const known = this.namespaces.get(namespace);
    if (!known) return [];
    known.takers ??= takersOf(this.strongest, known.object);
    return known.takers;
  }

  /** The names of the namespaces that a policy selects. */
  *selectedBy(policy: Rule): Generator<string> {
    for (const [name, { object }] of this.namespaces) if (policy.takesNamespace(object)) yield name;
  }

  /** Takes the object of a policy. @returns whether more than its status or its finalizers changed */
  setObject(object: VerticalScalingPolicy): boolean {
    const former = this.objects.get(object.metadata.name);
    this.objects.set(object.metadata.name, object);
    return !former || !isSamePolicy(former, object);
  }

  set(policy: Rule): void {
    this.compiled.set(policy.name, policy);
    this.order();
  }

  drop(name: string): void {
    this.objects.delete(name);
    if (this.compiled.delete(name)) this.order();
  }

  /** @returns whether policies see a difference */
  setNamespace(object: Namespace): boolean {
    const known = this.namespaces.get(object.metadata.name);
    const isSame = known !== undefined && isSameNamespace(known.object, object);
    this.namespaces.set(object.metadata.name, isSame ? { ...known, object } : { object });
    return !isSame;
  }

  dropNamespace(name: string): void {
    this.namespaces.delete(name);
  }

  private order(): void {
    this.strongest = [...this.compiled.values()].sort(byPrecedence);
    for (const namespace of this.namespaces.values()) namespace.takers = undefined;
  }
}

/** Whether only the status or the finalizers of a policy differ. */
function isSamePolicy(
  { metadata: a, spec: was }: VerticalScalingPolicy,
  { metadata: b, spec: is }: VerticalScalingPolicy,
): boolean {
  return (
    a.uid === b.uid &&
    a.deletionTimestamp === b.deletionTimestamp &&
    (a.generation === undefined ? JSON.stringify(was) === JSON.stringify(is) : a.generation === b.generation)
  );
}

function isSameNamespace(a: Namespace, b: Namespace): boolean {
  return (
    a.metadata.uid === b.metadata.uid &&
    a.metadata.deletionTimestamp === b.metadata.deletionTimestamp &&
    a.status?.phase === b.status?.phase &&
    JSON.stringify([a.metadata.labels, a.metadata.annotations]) ===
      JSON.stringify([b.metadata.labels, b.metadata.annotations])
  );
}
