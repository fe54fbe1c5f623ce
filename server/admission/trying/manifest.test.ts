import { describe, expect, it } from 'vitest';
import { readManifest } from './manifest';

const TEMPLATE = 'metadata: {labels: {app: web}}, spec: {containers: [{name: app}]}';

describe('a pasted manifest', () => {
  it.each([
    [
      'a Deployment',
      `{apiVersion: apps/v1, kind: Deployment, metadata: {name: web}, spec: {template: {${TEMPLATE}}}}`,
      'Deployment',
    ],
    [
      'a CronJob',
      `{apiVersion: batch/v1, kind: CronJob, metadata: {name: web}, spec: {jobTemplate: {spec: {template: {${TEMPLATE}}}}}}`,
      'CronJob',
    ],
    [
      'a kind of somebody else',
      `{apiVersion: argoproj.io/v1alpha1, kind: Rollout, metadata: {name: web}, spec: {template: {${TEMPLATE}}}}`,
      'Rollout',
    ],
  ])('of %s gives the pod that its controller would create', (_case, text, kind) => {
    const yaml = text.startsWith('{') ? ` ${text}` : text;
    expect(readManifest(`---\n${yaml}`)).toMatchObject({
      workload: { kind, name: 'web' },
      pod: {
        kind: 'Pod',
        metadata: {
          labels: { app: 'web' },
          generateName: 'web-',
          ownerReferences: [{ kind, name: 'web', controller: true }],
        },
        spec: { containers: [{ name: 'app' }] },
      },
    });
  });

  it('of a pod is that pod', () => {
    const pod = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'p', namespace: 'shop' },
      spec: { containers: [] },
    };
    expect(readManifest(JSON.stringify(pod))).toEqual({ pod, namespace: 'shop' });
  });

  it('of several objects gives the first with a pod', () => {
    const text =
      '# front\n---\nkind: Service\nmetadata: {name: s}\nspec: {ports: []}\n--- # next\nkind: Pod\nmetadata:\n  name: p\nspec:\n  containers: []\n';
    expect(readManifest(text)).toMatchObject({ pod: { metadata: { name: 'p' } } });
    const list = { kind: 'List', items: [null, { kind: 'Pod', metadata: { name: 'q' }, spec: {} }] };
    expect(readManifest(JSON.stringify(list))).toMatchObject({ pod: { metadata: { name: 'q' } } });
  });

  it.each([
    ['nothing', ' \n---\n# only a comment\n', 'There is no object in it.'],
    ['no pod', 'kind: Service\nspec: {}\n', 'There is no pod and no pod template in it, only: Service.'],
    ['no kind', '- 1\n- 2\n', 'There is no object in it.'],
    ['an object alone', 'a: 1', 'There is no pod and no pod template in it, only: object without a kind.'],
    ['half JSON', '{"kind": "Pod"', expect.stringMatching(/^It cannot be read: /)],
    ['half YAML', 'kind: [Pod', expect.stringMatching(/^It cannot be read: /)],
    ['an alias that grows', 'a: &a [1]\nb: [*a, *a]', expect.stringMatching(/^It cannot be read: /)],
    ['too much YAML', `# ${'x'.repeat(70_000)}\nkind: Pod`, expect.stringContaining('longer than 64 KiB')],
    ['deep nesting', '['.repeat(10_000), expect.stringMatching(/^It cannot be read: /)],
  ])('with %s says so', (_case, text, fault) => {
    expect(readManifest(text)).toEqual({ fault });
  });

  it('cannot change the prototype of objects', () => {
    const text =
      '{"kind":"Pod","metadata":{"__proto__":{"polluted":true}},"spec":{"__proto__":{"polluted":true}}}';
    readManifest(text);
    readManifest('kind: Pod\nmetadata:\n  __proto__: {polluted: true}\nspec: {}\n');
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});
