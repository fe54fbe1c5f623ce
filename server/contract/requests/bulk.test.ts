import { describe, expect, it } from 'vitest';
import { type BulkStep, bulkSchema, MOST_STEPS } from './bulk';

const mode = (name: string, namespace = 'shop'): BulkStep => ({ kind: 'mode', namespace, name, mode: 'Off' });
const make = (kind: string, apiVersion = 'apps/v1'): BulkStep => ({
  kind: 'make',
  namespace: 'shop',
  target: { apiVersion, kind, name: 'web' },
});
const faultOf = (steps: unknown) => {
  const parsed = bulkSchema.safeParse({ steps });
  return parsed.success ? undefined : parsed.error.issues[0]?.message;
};

describe('a part of a change of many', () => {
  it('takes objects as Kubernetes names them', () => {
    expect(
      faultOf([mode('web-1.blue'), mode('web', 'b'), make('Deployment'), make('Pod', 'v1')]),
    ).toBeUndefined();
  });

  it.each([
    ['no object', [], 'names no object'],
    ['one twice', [mode('web'), mode('web')], 'names an object twice'],
    ['too many', Array.from({ length: MOST_STEPS + 1 }, (_, index) => mode(`web-${index}`)), /at most/],
    ['a path as a namespace', [mode('web', '../../operations')], /name of an object/],
    ['a path as a name', [mode('../web')], /name of an object/],
    ['a name with a line break', [mode('web\n')], /name of an object/],
    ['a name that is too long', [mode('x'.repeat(254))], /at most 253/],
    ['a kind that is none', [make('../Deployment')], /a kind/],
    ['a version that is none', [make('Deployment', 'apps/v1/x')], /version/],
    ['an unknown mode', [{ ...mode('web'), mode: 'Sometimes' }], /must be one of/],
    ['an unknown field', [{ ...mode('web'), force: true }], /force/],
    ['an unknown step', [{ kind: 'drop', namespace: 'shop', name: 'web' }], /./],
  ])('takes not %s', (_, steps, fault) => {
    expect(faultOf(steps)).toMatch(fault);
  });
});
