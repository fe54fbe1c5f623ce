import { expect, it } from 'vitest';
import type { ObjectMeta } from '../../objects/types';
import { gitSourceText } from '../../words/git-source';
import { gitSourceOf } from './git-source';

const ARGO = 'argocd.argoproj.io';

it.each<[string, Partial<ObjectMeta>, string | undefined]>([
  ['nothing', { labels: { app: 'web' } }, undefined],
  ['a chart that Helm installed', { labels: { 'app.kubernetes.io/instance': 'shop' } }, undefined],
  [
    'the tracking id of Argo CD',
    { annotations: { [`${ARGO}/tracking-id`]: 'shop:apps/Deployment:shop/web' } },
    'Argo CD application shop',
  ],
  [
    'a tracking id copied from another object',
    { annotations: { [`${ARGO}/tracking-id`]: 'shop:apps/Deployment:shop/other' } },
    undefined,
  ],
  [
    'a copied tracking id beside the label of a chart',
    {
      annotations: { [`${ARGO}/tracking-id`]: 'shop:apps/Deployment:shop/other' },
      labels: { 'app.kubernetes.io/instance': 'shop' },
    },
    undefined,
  ],
  ['the label of Argo CD', { labels: { [`${ARGO}/instance`]: 'shop' } }, 'Argo CD application shop'],
  [
    'the usual label beside a mark of Argo CD',
    { labels: { 'app.kubernetes.io/instance': 'shop' }, annotations: { [`${ARGO}/sync-wave`]: '1' } },
    'Argo CD application shop',
  ],
  [
    'a Kustomization of Flux',
    {
      labels: {
        'kustomize.toolkit.fluxcd.io/name': 'apps',
        'kustomize.toolkit.fluxcd.io/namespace': 'flux-system',
      },
    },
    'Flux Kustomization flux-system/apps',
  ],
  ['a release of Flux', { labels: { 'helm.toolkit.fluxcd.io/name': 'web' } }, 'Flux HelmRelease web'],
  ['labels that are no texts', { labels: { [`${ARGO}/instance`]: 7 } as never }, undefined],
])('knows what keeps an object in Git: %s', (_what, marks, expected) => {
  const source = gitSourceOf({ kind: 'Deployment', metadata: { name: 'web', namespace: 'shop', ...marks } });
  expect(source && gitSourceText(source)).toBe(expected);
});
