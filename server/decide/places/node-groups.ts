/** A node group of the Cluster Autoscaler, by its status. */
export interface ScalingGroup {
  /** As the cloud provider names it; empty if the status does not say. */
  readonly name: string;
  readonly target: number;
  readonly most: number;
}

/** What providers and their tools call the group of a node. */
export const GROUP_LABELS = [
  'eks.amazonaws.com/nodegroup',
  'alpha.eksctl.io/nodegroup-name',
  'cloud.google.com/gke-nodepool',
  'kubernetes.azure.com/agentpool',
  'kops.k8s.io/instancegroup',
  'doks.digitalocean.com/node-pool',
  'k8s.scaleway.com/pool-name',
  'oci.oraclecloud.com/node-pool-name',
  'cluster.x-k8s.io/owner-name',
];

const TOKENS = /(?:^|\s)[Nn]ame:\s*"?([^\s"]+)|cloudProviderTarget[=:]\s*(\d+)|maxSize[=:]\s*(\d+)/g;

/** The groups in a status: text up to 1.29 and YAML since, with the same names. */
export function scalingGroupsIn(status: string): ScalingGroup[] {
  const groups: ScalingGroup[] = [];
  let [name, target] = ['', 0];
  for (const [, named, sized, most] of status.matchAll(TOKENS)) {
    if (named !== undefined) name = named;
    if (sized !== undefined) target = Number(sized);
    if (most === undefined) continue;
    groups.push({ name, target, most: Number(most) });
    name = '';
  }
  return groups;
}

export function isFull({ target, most }: ScalingGroup): boolean {
  return target >= most;
}

/**
 * Whether no node like one with these labels comes: its group is at its maximum. The name of a group has that in the
 * label within, such as `gke-shop-pool-1-4711-grp` for `pool-1`; where that fits a group that may grow as well, one may
 * come.
 */
export function isOfFullGroup(
  labels: Readonly<Record<string, string>>,
  groups: readonly ScalingGroup[],
): boolean {
  const own = GROUP_LABELS.map((label) => labels[label]).find(Boolean);
  if (own === undefined) return false;
  const called = groups.filter(({ name }) => hasWord(name, own));
  return called.length > 0 && called.every(isFull);
}

function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
    if (!isLetter(text[at - 1]) && !isLetter(text[at + word.length])) return true;
  return false;
}

function isLetter(character = ''): boolean {
  return /[a-zA-Z0-9]/.test(character);
}
