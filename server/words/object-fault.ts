import { errorText } from '../lib/report/errors';
import type { ProblemCode } from './problems';

/** An object that cannot be used, and why. */
export interface ObjectFault {
  /** Its problem, if it is another than that the object cannot be read. */
  readonly code?: ProblemCode;
  /** Kind, namespace and name, such as `Pod shop/web-0`. */
  readonly about: string;
  readonly message: string;
}

/** The object's name in words; without a usable name, as much as there is. */
export function aboutObject(kind: string, object: { metadata?: unknown } | null | undefined): string {
  const { namespace, name } = (object?.metadata ?? {}) as { namespace?: unknown; name?: unknown };
  return `${kind} ${namespace ? `${String(namespace)}/` : ''}${String(name)}`;
}

/** The VPA in words, as problems name it. */
export function aboutVpa({ namespace, name }: { namespace?: string; name: string }): string {
  return `VerticalPodAutoscaler ${namespace}/${name}`;
}

/** An error in the work on an object, as a fault of that object. */
export function faultOf(
  kind: string,
  object: { metadata?: unknown } | null | undefined,
  thrown: unknown,
): ObjectFault {
  return {
    about: aboutObject(kind, object),
    message: errorText(thrown),
  };
}

/** Works on each object by itself: one that fails is left out and becomes a fault. */
export function eachByItself<T extends { metadata?: unknown }, R>(
  kind: string,
  objects: Iterable<T>,
  work: (object: T) => R,
): { results: R[]; faults: ObjectFault[] } {
  const results: R[] = [];
  const faults: ObjectFault[] = [];
  for (const object of objects) {
    try {
      results.push(work(object));
    } catch (thrown) {
      faults.push(faultOf(kind, object, thrown));
    }
  }
  return { results, faults };
}
