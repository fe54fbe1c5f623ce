import type { KubeObject } from '../../objects/types';
import type { GitSource } from '../../words/git-source';

const ARGO = 'argocd.argoproj.io/';
const FLUX = [
  ['Kustomization', 'kustomize.toolkit.fluxcd.io'],
  ['HelmRelease', 'helm.toolkit.fluxcd.io'],
] as const;

/** What keeps an object as a Git repository states it, by the marks of Argo CD and Flux; undefined if nothing does. */
export function gitSourceOf({
  kind,
  metadata,
}: Pick<KubeObject, 'kind' | 'metadata'>): GitSource | undefined {
  const labels = texts(metadata.labels);
  const annotations = texts(metadata.annotations);
  const application = applicationOf(labels, annotations, `${kind}:${metadata.namespace}/${metadata.name}`);
  if (application) return { tool: 'Argo CD', kind: 'Application', name: application };
  for (const [source, group] of FLUX) {
    const name = labels[`${group}/name`];
    const namespace = labels[`${group}/namespace`];
    if (name) return { tool: 'Flux', kind: source, name, ...(namespace && { namespace }) };
  }
  return undefined;
}

/** @param object as a tracking id ends: `Deployment:shop/web`; controllers copy annotations to other objects */
function applicationOf(
  labels: Record<string, string>,
  annotations: Record<string, string>,
  object: string,
): string | undefined {
  const tracking = annotations[`${ARGO}tracking-id`] ?? '';
  if (tracking.endsWith(`/${object}`)) return tracking.slice(0, tracking.indexOf(':'));
  if (labels[`${ARGO}instance`]) return labels[`${ARGO}instance`];
  const isArgos = Object.keys({ ...labels, ...annotations }).some(
    (key) => key.startsWith(ARGO) && key !== `${ARGO}tracking-id`,
  );
  return isArgos ? labels['app.kubernetes.io/instance'] : undefined;
}

function texts(stated: Readonly<Record<string, unknown>> | null | undefined): Record<string, string> {
  return Object.fromEntries(
    Object.entries(stated ?? {}).flatMap(([key, value]) => (typeof value === 'string' ? [[key, value]] : [])),
  );
}
