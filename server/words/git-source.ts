/** What keeps an object as a Git repository states it. */
export interface GitSource {
  readonly tool: 'Argo CD' | 'Flux';
  readonly kind: 'Application' | 'Kustomization' | 'HelmRelease';
  readonly name: string;
  readonly namespace?: string;
}

/** `Argo CD application shop`, `Flux HelmRelease flux-system/shop` */
export function gitSourceText({ tool, kind, name, namespace }: GitSource): string {
  const what = kind === 'Application' ? 'application' : kind;
  return `${tool} ${what} ${namespace === undefined ? '' : `${namespace}/`}${name}`;
}
