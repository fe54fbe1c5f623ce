import { WHOLE_POD } from '../objects/whole-pod';

/** What a change or a reason is about: a container by its name, or what the pod states as a whole. */
export function placeName(container: string): string {
  return container === WHOLE_POD ? 'the whole pod' : container;
}

/** A container as lists name it: `proxy (sidecar)` for a native sidecar. */
export function containerName({ name, isSidecar }: { name: string; isSidecar?: boolean }): string {
  return isSidecar ? `${name} (sidecar)` : name;
}
