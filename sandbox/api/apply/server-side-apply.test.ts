import { describe, expect, it } from 'vitest';
import type { ListKeys } from '@/sandbox/api/apply/field-set';
import { refuseTwins } from '@/sandbox/api/apply/refuse-twins';
import { serverSideApply } from '@/sandbox/api/apply/server-side-apply';
import { mergeKeyOf } from '@/sandbox/api/patch/strategic';
import type { KubeObject } from '@/server/objects/types';

interface Web extends KubeObject {
  spec: {
    replicas?: number;
    paused?: boolean;
    containers?: { name: string; image?: string; cpu?: string }[];
  };
  [field: string]: unknown;
}

const listKeys: ListKeys = (path, items) => {
  const key = mergeKeyOf(path.at(-1) ?? '', items);
  return key === undefined ? undefined : [key];
};
const EMPTY: Web = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web' }, spec: {} };

function apply(live: Web, spec: Web['spec'], manager: string, force = false): Web {
  const applied = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web' }, spec };
  return serverSideApply(live, applied, { manager, apiVersion: 'apps/v1', force }, listKeys, 0);
}

describe('server-side apply', () => {
  it('sets the fields it names and records their owner', () => {
    const web = apply(EMPTY, { replicas: 3, containers: [{ name: 'app', image: 'a:1' }] }, 'first');
    expect(web.spec).toEqual({ replicas: 3, containers: [{ name: 'app', image: 'a:1' }] });
    expect(web.metadata.managedFields).toEqual([
      {
        manager: 'first',
        operation: 'Apply',
        apiVersion: 'apps/v1',
        time: '1970-01-01T00:00:00Z',
        fieldsType: 'FieldsV1',
        fieldsV1: {
          'f:spec': {
            'f:replicas': {},
            'f:containers': { 'k:{"name":"app"}': { '.': {}, 'f:name': {}, 'f:image': {} } },
          },
        },
      },
    ]);
  });

  it('refuses two items of one name in a list', () => {
    const spec = { containers: [{ name: 'app' }, { name: 'log' }, { name: 'app', image: 'a:1' }] };
    expect(() => refuseTwins({ spec }, listKeys)).toThrow(
      '.spec.containers: duplicate entries for key [name="app"]',
    );
    expect(() => refuseTwins({ spec: { containers: spec.containers.slice(0, 2) } }, listKeys)).not.toThrow();
  });

  it('removes what its manager applied before and no longer does', () => {
    const first = apply(
      EMPTY,
      { replicas: 3, containers: [{ name: 'app', image: 'a:1' }, { name: 'side' }] },
      'first',
    );
    const second = apply(first, { containers: [{ name: 'app', image: 'a:1' }] }, 'first');
    expect(second.spec).toEqual({ containers: [{ name: 'app', image: 'a:1' }] });
  });

  it('keeps what others own', () => {
    const first = apply(EMPTY, { replicas: 3 }, 'first');
    const second = apply(first, { paused: true }, 'second');
    expect(second.spec).toEqual({ replicas: 3, paused: true });
    expect(apply(second, {}, 'second').spec).toEqual({ replicas: 3 });
  });

  it('refuses to change what another owns, naming owner and field, unless forced', () => {
    const first = apply(EMPTY, { containers: [{ name: 'app', image: 'a:1' }] }, 'first');
    const change: Web['spec'] = { containers: [{ name: 'app', image: 'a:2' }] };
    expect(() => apply(first, change, 'second')).toThrow(
      expect.objectContaining({
        status: 409,
        message:
          'Apply failed with 1 conflict: conflict with "first" using apps/v1: .spec.containers[name="app"].image',
      }),
    );
    const forced = apply(first, change, 'second', true);
    expect(forced.spec.containers).toEqual([{ name: 'app', image: 'a:2' }]);
    expect(() => apply(forced, { containers: [{ name: 'app', image: 'a:3' }] }, 'first')).toThrow(
      /conflict with "second"/,
    );
  });

  it('lets two managers share a field while they want the same', () => {
    const both = apply(apply(EMPTY, { replicas: 3 }, 'first'), { replicas: 3 }, 'second');
    expect(apply(both, {}, 'first').spec).toEqual({ replicas: 3 });
  });
});
