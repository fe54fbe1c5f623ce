/** A path as a shell takes it for one word. */
function quoted(path: string): string {
  return /^[\w./+:@-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
}

/** A kubectl command for the cluster of this kubeconfig; without one, for the cluster that kubectl knows already. */
export function kubectl(command: string, kubeconfig?: string): string {
  return kubeconfig ? `kubectl --kubeconfig ${quoted(kubeconfig)} ${command}` : `kubectl ${command}`;
}
