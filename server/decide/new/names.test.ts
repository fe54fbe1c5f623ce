import { describe, expect, it } from 'vitest';
import { isNamedAsObjectsAre } from './names';
import type { AdmissionRequest } from './review-types';

const LONG = 'x'.repeat(254);

const pod = (metadata: object = {}, spec: object = {}): AdmissionRequest =>
  ({
    uid: 'u',
    namespace: 'shop',
    object: { metadata: { name: 'web', ...metadata }, spec },
  }) as unknown as AdmissionRequest;

describe('the names in a review', () => {
  it.each<[string, AdmissionRequest]>([
    ['at their longest', pod({ name: 'x'.repeat(253) })],
    ['of nothing', { uid: 'u' }],
    ['where nothing is as it should be', pod({ ownerReferences: 'x', name: 3 }, { containers: { a: 1 } })],
  ])('pass %s', (_, request) => expect(isNamedAsObjectsAre(request)).toBe(true));

  it.each<[string, AdmissionRequest]>([
    ['the object', pod({ name: LONG })],
    ['what is to be named', pod({ generateName: LONG })],
    ['the namespace', pod({ namespace: LONG })],
    ['the request', { ...pod(), name: LONG }],
    ['the namespace of the request', { ...pod(), namespace: LONG }],
    ['the review', { ...pod(), uid: LONG }],
    ['the owner', pod({ ownerReferences: [{ kind: 'ReplicaSet', name: LONG }] })],
    ["the owner's kind", pod({ ownerReferences: [{ kind: LONG, name: 'web' }] })],
    ['a container', pod({}, { containers: [{ name: 'app' }, { name: LONG }] })],
    ['an init container', pod({}, { initContainers: [{ name: LONG }] })],
    ['the target of a VPA', pod({}, { targetRef: { kind: 'Deployment', name: LONG } })],
    ["the target's kind", pod({}, { targetRef: { kind: LONG, name: 'web' } })],
    ['a recommender', pod({}, { recommenders: [{ name: LONG }] })],
  ])('do not, where that of %s is longer than any', (_, request) =>
    expect(isNamedAsObjectsAre(request)).toBe(false),
  );
});
