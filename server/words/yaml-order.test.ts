import { expect, it } from 'vitest';
import { yamlTextLike } from './yaml';

const before = {
  spec: {
    updatePolicy: { updateMode: 'Off' },
    resourcePolicy: {
      containerPolicies: [
        { maxAllowed: { memory: '1Gi', cpu: '1' }, containerName: 'app' },
        { mode: 'Off', containerName: '*' },
      ],
    },
  },
};

it('writes what stays in its order, and what is new after it', () => {
  const after = {
    spec: {
      resourcePolicy: {
        containerPolicies: [
          { containerName: '*', mode: 'Off' },
          { containerName: 'app', minAllowed: { cpu: '10m' }, maxAllowed: { cpu: '2', memory: '1Gi' } },
        ],
      },
      updatePolicy: { minReplicas: 1, updateMode: 'Off' },
    },
  };
  expect(yamlTextLike(after, before)).toBe(`spec:
  updatePolicy:
    updateMode: "Off"
    minReplicas: 1
  resourcePolicy:
    containerPolicies:
      - mode: "Off"
        containerName: "*"
      - maxAllowed:
          memory: 1Gi
          cpu: "2"
        containerName: app
        minAllowed:
          cpu: 10m
`);
});

it('leaves alone what it has nothing to compare with', () => {
  expect(yamlTextLike({ b: 1, a: [1, 2] }, {})).toBe('b: 1\na:\n  - 1\n  - 2\n');
});
