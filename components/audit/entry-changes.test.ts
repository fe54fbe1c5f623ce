import { describe, expect, it } from 'vitest';
import type { AuditEntry } from '@/server/contract/audit';
import { entryChanges, stopList } from './entry-changes';

const MIB = 2 ** 20;
const CHANGE: AuditEntry = {
  kind: 'change',
  id: '1',
  atMs: 0,
  who: 'ann',
  change: 'resource-policy',
  namespace: 'shop',
  name: 'web',
  outcome: 'done',
  detail: '',
  before: null,
  after: null,
};
const ACTION: AuditEntry = {
  kind: 'action',
  id: '2',
  atMs: 0,
  namespace: 'shop',
  vpa: 'web',
  pod: 'web-1',
  action: 'evict',
  outcome: 'done',
  detail: '',
  reasons: [],
  before: null,
  after: null,
};

describe('what an entry of the log changed', () => {
  it('is shown value by value for a policy', () => {
    const before = {
      updatePolicy: { updateMode: 'Off', minReplicas: 2 },
      resourcePolicy: { containerPolicies: [{ containerName: 'app' }] },
    };
    const after = {
      updatePolicy: { updateMode: 'Off', evictAfterOOMSeconds: 5 },
      resourcePolicy: { containerPolicies: [{ containerName: 'app', minAllowed: { cpu: '1' } }] },
    };
    expect(entryChanges({ ...CHANGE, before, after })).toEqual([
      { what: 'updatePolicy.minReplicas', from: '2', to: 'not set' },
      { what: 'updatePolicy.evictAfterOOMSeconds', from: 'not set', to: '5' },
      { what: 'resourcePolicy.containerPolicies[0].minAllowed.cpu', from: 'not set', to: '1' },
    ]);
  });

  it('is shown for the replicas of a scaling, and for the rules of an HPA', () => {
    const scaling = { ...CHANGE, change: 'scale', before: { replicas: 2 }, after: { replicas: 4 } } as const;
    expect(entryChanges(scaling)).toEqual([{ what: 'replicas', from: '2', to: '4' }]);
    const rules = (maxReplicas: number) => ({ maxReplicas, metrics: [{ type: 'Resource' }] });
    expect(entryChanges({ ...CHANGE, change: 'hpa-rules', before: rules(10), after: rules(12) })).toEqual([
      { what: 'maxReplicas', from: '10', to: '12' },
    ]);
  });

  it('is shown for each request of a pod', () => {
    const before = { app: { cpu: 100, memory: 249.6 * 2 ** 20 } };
    const after = { app: { cpu: 100, memory: 250 * 2 ** 20 } };
    expect(entryChanges({ ...ACTION, before, after })).toEqual([
      { what: 'app memory', from: '249.6 MiB', to: '250 MiB' },
    ]);
  });

  it('is shown for each limit of a pod beside its request', () => {
    const before = { app: { memory: 512 * MIB, limits: { memory: 512 * MIB } }, log: { cpu: 10 } };
    const after = {
      app: { memory: 200 * MIB, limits: { memory: 480 * MIB } },
      log: { cpu: 20, limits: { memory: 64 * MIB } },
    };
    expect(entryChanges({ ...ACTION, before, after })).toEqual([
      { what: 'app memory', from: '512 MiB', to: '200 MiB' },
      { what: 'log CPU', from: '10m', to: '20m' },
      { what: 'app memory limit', from: '512 MiB', to: '480 MiB' },
      { what: 'log memory limit', from: 'not set', to: '64 MiB' },
    ]);
  });

  it('is shown for each request and limit of a new pod', () => {
    const before = { app: { requests: { cpu: 100, memory: 776 * 2 ** 20 } } };
    const after = {
      app: { requests: { cpu: 864, memory: 776.1 * 2 ** 20 }, limits: { cpu: 1728 } },
      log: { requests: { cpu: 10 } },
    };
    const { kind: _kind, action: _action, outcome: _outcome, reasons: _reasons, ...pod } = ACTION;
    expect(entryChanges({ ...pod, kind: 'admission', count: 1, before, after })).toEqual([
      { what: 'app CPU', from: '100m', to: '864m' },
      { what: 'app memory', from: '776 MiB', to: '776.1 MiB' },
      { what: 'log CPU', from: 'not set', to: '10m' },
      { what: 'app CPU limit', from: 'not set', to: '1.73 cores' },
    ]);
  });

  it('is nothing for a stop', () => {
    expect(
      entryChanges({ ...CHANGE, change: 'stop', before: { stopped: false }, after: { stopped: true } }),
    ).toEqual([]);
  });
});

describe('a stop or a resume', () => {
  const stop: AuditEntry = {
    kind: 'change',
    id: '1',
    atMs: 0,
    who: 'ada',
    change: 'stop',
    namespace: 'shop',
    name: '',
    outcome: 'done',
    detail: 'too many evictions',
    before: { stopped: false },
    after: {
      stopped: true,
      vpas: { modes: { 'shop/web': 'Recreate', 'shop/api': 'Initial' }, more: 6, off: 1 },
    },
  };

  it('has the list of its VPAs inside', () => {
    expect(stopList(stop)).toEqual({
      summary: '8 VPAs set to mode Off; 1 VPA was Off already',
      changes: [
        { what: 'shop/web', from: 'Recreate', to: 'Off' },
        { what: 'shop/api', from: 'Initial', to: 'Off' },
      ],
      more: 6,
    });
    const after = { stopped: false, vpas: { modes: { 'shop/web': 'Recreate' }, more: 0, off: 0 } };
    expect(stopList({ ...stop, change: 'resume', after })).toMatchObject({
      summary: '1 VPA given back its mode',
      changes: [{ what: 'shop/web', from: 'Off', to: 'Recreate' }],
    });
  });

  it('has none if it was recorded without one', () => {
    expect(stopList({ ...stop, after: { stopped: true } })).toBeUndefined();
  });
});
