import { describe, expect, it } from 'vitest';
import { isAboutWorkload } from './about-workload';

const web = isAboutWorkload({
  name: 'web-vpa',
  target: { kind: 'Deployment', name: 'web' },
  pods: ['oddly-named'],
});

describe('the events of a workload', () => {
  it.each([
    ['VerticalPodAutoscaler', 'web-vpa'],
    ['Deployment', 'web'],
    ['ReplicaSet', 'web-6c56885bf7'],
    ['Pod', 'web-6c56885bf7-b2wmh'],
    ['Pod', 'oddly-named'],
  ])('are those of %s %s', (kind, name) => {
    expect(web({ about: { kind, name } })).toBe(true);
  });

  it.each([
    ['VerticalPodAutoscaler', 'web'],
    ['StatefulSet', 'web'],
    ['Deployment', 'web-6c56885bf7'],
    ['ReplicaSet', 'web-api-6c56885bf7'],
    ['Pod', 'web-api-6c56885bf7-b2wmh'],
    ['Pod', 'web-api-b2wmh'],
    ['Pod', 'website-6c56885bf7-b2wmh'],
    ['Node', 'web'],
  ])('are not those of %s %s', (kind, name) => {
    expect(web({ about: { kind, name } })).toBe(false);
  });

  it.each([
    ['StatefulSet', 'Pod', 'db-0', true],
    ['StatefulSet', 'Pod', 'db-b2wmh', false],
    ['DaemonSet', 'Pod', 'db-b2wmh', true],
    ['CronJob', 'Job', 'db-29012345', true],
    ['CronJob', 'Pod', 'db-29012345-b2wmh', true],
    ['Rollout', 'Pod', 'db-6c56885bf7-b2wmh', false],
  ])('follow the names that a %s gives: %s %s', (kind, about, name, isAbout) => {
    const told = { name: 'db', target: { kind, name: 'db' }, pods: [] };
    expect(isAboutWorkload(told)({ about: { kind: about, name } })).toBe(isAbout);
  });

  it('takes a name with signs of patterns by the letter', () => {
    const odd = isAboutWorkload({ name: 'a', target: { kind: 'Deployment', name: 'a.b' }, pods: [] });
    expect(odd({ about: { kind: 'ReplicaSet', name: 'axb-6c56' } })).toBe(false);
    expect(odd({ about: { kind: 'ReplicaSet', name: 'a.b-6c56' } })).toBe(true);
  });
});
