/** A container as lists name it: `proxy (sidecar)` for a native sidecar. */
export function containerName({ name, isSidecar }: { name: string; isSidecar?: boolean }): string {
  return isSidecar ? `${name} (sidecar)` : name;
}
