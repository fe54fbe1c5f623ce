import { describe, expect, it } from 'vitest';
import { readQuery } from './recommendation-query';

function podOf(container: object, metadata: object = {}) {
  return {
    pod: {
      metadata: { namespace: 'ns', ...metadata },
      spec: { containers: [{ name: 'app', ...container }] },
    },
  };
}

describe('a recommendation query', () => {
  it.each([
    ['a VPA', { vpa: { namespace: 'ns', name: 'web' } }, { kind: 'vpa', namespace: 'ns', name: 'web' }],
    [
      'a pod there is',
      { pod: { metadata: { namespace: 'ns', name: 'p' } } },
      { kind: 'pod-name', namespace: 'ns', name: 'p' },
    ],
    [
      'a pod to be',
      { pod: { metadata: { namespace: 'ns' }, spec: { containers: [{ name: 'app' }] } } },
      { kind: 'pod', namespace: 'ns' },
    ],
  ])('may ask about %s', (_name, body, expected) => {
    expect(readQuery(body)).toMatchObject(expected);
  });

  it.each([
    [null, 'body'],
    ['text', 'body'],
    [{}, 'pod'],
    [{ vpa: { name: 'web' } }, 'vpa.namespace'],
    [{ pod: { metadata: {} } }, 'pod.metadata.namespace'],
    [{ pod: { metadata: { namespace: 'ns' } } }, 'pod.metadata.name'],
    [{ pod: { metadata: { namespace: 'ns' }, spec: {} } }, 'pod.spec.containers'],
    [{ pod: { metadata: { namespace: 'ns' }, spec: { containers: [{}] } } }, 'pod.spec.containers[0].name'],
    [podOf({ resources: { requests: { cpu: 'much' } } }), 'pod.spec.containers[0].resources.requests.cpu'],
    [podOf({ resources: { limits: 'none' } }), 'pod.spec.containers[0].resources.limits'],
    [podOf({}, { ownerReferences: 'me' }), 'pod.metadata.ownerReferences'],
  ])('that says %j is answered with the missing field', (body, field) => {
    expect(() => readQuery(body)).toThrow(
      expect.objectContaining({ code: 'invalid', fields: [expect.objectContaining({ field })] }),
    );
  });
});
