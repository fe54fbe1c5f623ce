import { describe, expect, it } from 'vitest';
import { readConfig } from '../../config';
import { ConfigError } from '../../lib/report/errors';
import { formerRecommender, servingRecommender } from './serving-recommender';

const served = (setting: string, kind: string, apiVersion = 'batch/v1') =>
  servingRecommender(
    { spec: { targetRef: { kind, name: 'nightly', apiVersion } } },
    readConfig({ PLUMBLINE_RECOMMENDER_OF_KIND: setting }),
  );

describe('the recommender of a kind of target', () => {
  it.each([
    ['Job=adaptive', 'Job', 'batch/v1', 'adaptive'],
    ['Job=adaptive', 'CronJob', 'batch/v1', 'default'],
    ['Rollout.argoproj.io=adaptive', 'Rollout', 'argoproj.io/v1alpha1', 'adaptive'],
    ['Rollout.argoproj.io=adaptive', 'Rollout', 'example.com/v1', 'default'],
    ['PodGroup=adaptive', 'PodGroup', 'plumbline.dev/v1alpha1', 'adaptive'],
  ])('%s: a %s of %s is served by %s', (setting, kind, apiVersion, name) => {
    expect(served(setting, kind, apiVersion)).toBe(name);
  });

  it('is refused for a kind that no workload has, with those that have', () => {
    expect(() => served('Jobb=adaptive', 'Job')).toThrow(ConfigError);
    expect(() => served('Jobb=adaptive', 'Job')).toThrow(
      'Jobb is no kind of a workload: these are CronJob, DaemonSet, Deployment, Job, PodGroup, ReplicaSet, ReplicationController, StatefulSet; write others with their group, such as Rollout.argoproj.io',
    );
  });
});

describe('a recommender that Plumbline no longer has', () => {
  const former = (name: string, env = {}) =>
    formerRecommender({ spec: { recommenders: [{ name }] } }, readConfig(env));

  it.each(['mean', 'window', 'ensemble', 'seasonal'])('is %s', (name) => {
    expect(former(name)).toBe(name);
  });

  it.each(['default', 'adaptive', 'theirs'])('is not %s', (name) => {
    expect(former(name)).toBeUndefined();
  });

  it('may be the name of the process', () => {
    expect(former('mean', { PLUMBLINE_RECOMMENDER_NAME: 'mean' })).toBeUndefined();
  });

  it('serves nobody where settings still name it', () => {
    const names = readConfig({ PLUMBLINE_RECOMMENDERS: 'mean', PLUMBLINE_RECOMMENDER_OF_KIND: 'Job=mean' });
    expect(names).toMatchObject({ recommenders: [], recommenderOfKind: {} });
    expect(former('mean', { PLUMBLINE_RECOMMENDERS: 'mean' })).toBe('mean');
  });
});
