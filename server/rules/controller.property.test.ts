import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs } from '@/tests/support/property-runs';
import { RulesWorld } from '@/tests/support/rules-world';
import { markedRule } from '../decide/pods/rule-marks';

const NAMES = ['a', 'b', 'c', 'd'];
const NAMESPACES = ['x', 'y'];
const place = fc
  .tuple(fc.constantFrom(...NAMESPACES), fc.constantFrom(...NAMES))
  .map((parts) => parts.join('/'));
const labels = fc.dictionary(fc.constantFrom('app', 'tier'), fc.constantFrom('1', '2'));
const selector = fc.option(
  labels.map((matchLabels) => ({ matchLabels })),
  { nil: undefined },
);

const happening = fc.oneof(
  fc.record({
    kind: fc.constant('policy' as const),
    name: fc.constantFrom('p', 'q', 'r'),
    precedence: fc.integer({ min: 0, max: 1 }),
    namespaceSelector: selector,
    workloadSelector: selector,
    mode: fc.constantFrom('Off', 'Initial', 'Recreate') as fc.Arbitrary<'Off'>,
  }),
  fc.record({
    kind: fc.constant('delete-policy' as const),
    name: fc.constantFrom('p', 'q', 'r'),
    onDelete: fc.constantFrom('Keep', 'Remove') as fc.Arbitrary<'Keep'>,
  }),
  fc.record({ kind: fc.constant('workload' as const), place, labels }),
  fc.record({ kind: fc.constant('delete-workload' as const), place }),
  fc.record({ kind: fc.constant('namespace' as const), name: fc.constantFrom(...NAMESPACES), labels }),
  fc.record({ kind: fc.constant('hand-made' as const), place }),
  fc.record({ kind: fc.constant('delete-hand-made' as const), place }),
  fc.record({ kind: fc.constant('edit' as const), place }),
  fc.record({ kind: fc.constant('some-steps' as const), count: fc.nat(3) }),
);

it('every matching workload has exactly one VPA, hand-made ones are never touched, edits survive', () => {
  fc.assert(
    fc.property(fc.array(happening, { maxLength: 40 }), (happenings) => {
      const world = new RulesWorld();
      for (const name of NAMESPACES) world.namespace(name);
      const policies = new Map<string, { matches(ns: object, own: object): boolean; spec: object }>();
      const namespaces = new Map<string, Record<string, string>>(NAMESPACES.map((name) => [name, {}]));
      const workloads = new Map<string, Record<string, string>>();
      const mine = new Map<string, object>();
      const includes = (all: Record<string, unknown>, part: Record<string, unknown> = {}) =>
        Object.entries(part).every(([key, value]) => all[key] === value);

      for (const one of happenings)
        switch (one.kind) {
          case 'policy': {
            const { precedence, namespaceSelector, workloadSelector, mode } = one;
            const spec = {
              precedence,
              ...(namespaceSelector && { namespaceSelector }),
              ...(workloadSelector && { workloadSelector }),
              template: { spec: { updatePolicy: { updateMode: mode } } },
            };
            policies.set(one.name, {
              spec,
              matches: (ns, own) =>
                includes(ns as never, namespaceSelector?.matchLabels) &&
                includes(own as never, workloadSelector?.matchLabels),
            });
            world.policy(one.name, spec);
            break;
          }
          case 'delete-policy': {
            const known = policies.get(one.name);
            if (!known) break;
            world.policy(
              one.name,
              { ...known.spec, onDelete: one.onDelete },
              { deletionTimestamp: '2026-03-01T00:00:00Z' },
            );
            world.run();
            // What was released belongs to its users from now on.
            for (const [name, vpa] of world.vpas) if (!markedRule(vpa)) mine.set(name, vpa);
            world.rulesIndex.dropPolicy(one.name);
            policies.delete(one.name);
            break;
          }
          case 'workload':
            workloads.set(one.place, one.labels);
            world.workload(one.place, { labels: one.labels });
            break;
          case 'delete-workload':
            workloads.delete(one.place);
            world.delete(one.place);
            break;
          case 'namespace':
            namespaces.set(one.name, one.labels);
            world.namespace(one.name, { labels: one.labels });
            break;
          case 'hand-made': {
            const [namespace, name = ''] = one.place.split('/');
            if (mine.has(`${namespace}/mine-${name}`)) break;
            world.handMade(`${namespace}/mine-${name}`, name);
            mine.set(`${namespace}/mine-${name}`, world.vpas.get(`${namespace}/mine-${name}`) ?? {});
            break;
          }
          case 'delete-hand-made': {
            const [namespace, name] = one.place.split('/');
            mine.delete(`${namespace}/mine-${name}`);
            world.deleteVpa(`${namespace}/mine-${name}`);
            break;
          }
          case 'edit': {
            const vpa = world.of(one.place).find((each) => markedRule(each));
            const updatePolicy = { ...vpa?.spec.updatePolicy, minReplicas: 7 };
            if (vpa) world.putVpa({ ...vpa, spec: { ...vpa.spec, updatePolicy } });
            break;
          }
          case 'some-steps':
            for (const step of world.steps().slice(0, one.count)) world.carryOut(step);
        }

      const editedBefore = [...world.vpas].filter(([, vpa]) => vpa.spec.updatePolicy?.minReplicas === 7);
      world.run();
      expect(world.run()).toEqual([]);
      for (const [name, vpa] of mine) expect(world.vpas.get(name)).toBe(vpa);
      for (const [name] of editedBefore)
        expect(world.vpas.get(name)?.spec.updatePolicy?.minReplicas ?? 7).toBe(7);
      let expected = 0;
      for (const [name, own] of workloads) {
        const [namespace = ''] = name.split('/');
        const ns = namespaces.get(namespace) ?? {};
        const isMatched = [...policies.values()].some((policy) => policy.matches(ns, own));
        const vpas = world.of(name);
        const isMine = vpas.some((vpa) => !markedRule(vpa));
        expect(vpas.filter((vpa) => markedRule(vpa))).toHaveLength(isMatched && !isMine ? 1 : 0);
        if (isMatched && !isMine) expected++;
      }
      expect([...world.vpas.values()].filter((vpa) => markedRule(vpa))).toHaveLength(expected);
    }),
    { numRuns: runs(300) },
  );
});
