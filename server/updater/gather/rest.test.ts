import { describe, expect, it } from 'vitest';
import { vpa } from '../../../tests/support/plan-input';
import { defaultConfig } from '../../config';
import { RECOMMENDER_ANNOTATION } from '../../decide/features/recommender/parameter-text';
import type { VerticalPodAutoscaler } from '../../objects/vpa-types';
import { Rests } from './rest';

const HOUR_MS = 3_600_000;
const config = defaultConfig();

function asking(
  recommender: string | undefined,
  updateMode: 'InPlace' | 'InPlaceOrRecreate' | 'Recreate',
  parameters?: string,
): VerticalPodAutoscaler {
  const object = vpa({});
  return {
    ...object,
    metadata: {
      ...object.metadata,
      annotations: parameters === undefined ? {} : { [RECOMMENDER_ANNOTATION]: parameters },
    },
    spec: {
      ...object.spec,
      updatePolicy: { updateMode },
      recommenders: recommender === undefined ? undefined : [{ name: recommender }],
    },
  };
}

describe('how long requests rest between two changes in place', () => {
  const rests = new Rests(config);

  it('is said by a recommender that weighs what changes cost, and by no other', () => {
    expect(rests.of(asking('adaptive', 'InPlaceOrRecreate'))).toBe(HOUR_MS);
    expect(rests.of(asking('adaptive', 'InPlace'))).toBe(HOUR_MS);
    expect(rests.of(asking('adaptive', 'Recreate'))).toBeUndefined();
    expect(rests.of(asking(undefined, 'InPlace'))).toBeUndefined();
    expect(rests.of(asking('of-somebody-else', 'InPlace'))).toBeUndefined();
  });

  it('is a parameter of the VPA, or of the whole cluster', () => {
    const cluster = new Rests({ ...config, recommenderParameters: { adaptive: { restMs: 2 * HOUR_MS } } });
    expect(cluster.of(asking('adaptive', 'InPlace'))).toBe(2 * HOUR_MS);
    expect(cluster.of(asking('adaptive', 'InPlace', 'rest: 6h'))).toBe(6 * HOUR_MS);
  });

  it('stays as it was where the parameters of the VPA cannot be used', () => {
    expect(rests.of(asking('adaptive', 'InPlace', 'rest: 1m'))).toBe(HOUR_MS);
    expect(rests.of(asking('adaptive', 'InPlace', '{'))).toBe(HOUR_MS);
  });

  it('is read once as long as the VPA is the same', () => {
    const one = asking('adaptive', 'InPlace', 'rest: 6h');
    expect(rests.of(one)).toBe(6 * HOUR_MS);
    one.metadata.annotations = {};
    expect(rests.of(one)).toBe(6 * HOUR_MS);
  });
});
