import { describe, expect, it } from 'vitest';
import type { ContainerView } from '@/server/contract/recommendations';
import { containerRemark } from './container-remark';

const BARE: ContainerView = {
  name: 'web',
  off: false,
  cpu: {},
  memory: {},
  confidence: 0,
  samples: 0,
};
const ASKING = { ...BARE, cpu: { request: { min: 200, max: 200 } } };

describe('the remark in place of numbers', () => {
  it.each([
    ['a container left alone', { ...BARE, off: true }, undefined, 'Not changed: its policy mode is Off.'],
    ['a workload with a reason', ASKING, 'No samples.', 'Requests 200m. No samples.'],
    ['a container that is new', BARE, undefined, 'No recommendation for this container yet.'],
    ['a container with a target', { ...BARE, cpu: { target: 20 } }, 'Old reason.', undefined],
  ])('fits %s', (_, container, reason, remark) => {
    expect(containerRemark(container, reason)).toBe(remark);
  });
});
