/** No container's name has a slash. */
const SIDECAR = '/sidecar';

/** What a container is called in the model: a native sidecar learns apart from an ordinary container of its name. */
export function containerKey(name: string, isSidecar: boolean | undefined): string {
  return isSidecar ? name + SIDECAR : name;
}

export function nameInKey(key: string): string {
  return isSidecarKey(key) ? key.slice(0, -SIDECAR.length) : key;
}

export function isSidecarKey(key: string): boolean {
  return key.endsWith(SIDECAR);
}
