import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { policyText } from './policy-text';

const POLICY = {
  updatePolicy: { updateMode: 'Off', minReplicas: 2 },
  resourcePolicy: {
    containerPolicies: [
      {
        containerName: '*',
        minAllowed: { cpu: '10m' },
        maxAllowed: { cpu: '1', memory: '8Gi' },
        controlledResources: ['cpu'],
      },
      { containerName: 'proxy', mode: 'Off' },
    ],
  },
};

describe('a policy as text', () => {
  it('is YAML with the same content', () => {
    expect(parse(policyText(POLICY))).toEqual(POLICY);
  });

  it('puts a list item on its dash', () => {
    expect(policyText({ list: [{ name: 'a', max: 1 }, 'b'] })).toBe('list:\n  - name: a\n    max: 1\n  - b');
  });

  it('leaves out what is empty', () => {
    expect(policyText({ a: {}, b: undefined, c: [], d: { e: undefined } })).toBe('');
    expect(policyText(undefined)).toBe('');
  });
});
