import { expect, it } from 'vitest';
import { POD_LEVEL_ANNOTATION, podLevelFaults, podLevelPolicy } from './stated';

const stating = (text: string) => ({
  metadata: { name: 'web', annotations: { [POD_LEVEL_ANNOTATION]: text } },
});

it('takes auto, or bounds in YAML', () => {
  expect(podLevelPolicy(stating('auto'))).toMatchObject({ minAllowed: {}, requestsOnly: false });
  expect(
    podLevelPolicy(
      stating('{minAllowed: {cpu: 100m}, controlledResources: [cpu], controlledValues: RequestsOnly}'),
    ),
  ).toMatchObject({ minAllowed: { cpu: 100 }, controlledResources: ['cpu'], requestsOnly: true });
  expect(podLevelPolicy({ metadata: { name: 'web' } })).toBeUndefined();
  expect(podLevelPolicy(stating('off'))).toBeUndefined();
  expect(podLevelFaults(stating('off'))).toEqual([]);
});

it.each([
  ['automatic', '"automatic" is no way to size pods; it takes auto, off, or YAML with mode: auto'],
  [
    '{min: {cpu: 1}}',
    'min is unknown; there are mode, minAllowed, maxAllowed, controlledResources, controlledValues',
  ],
  ['{mode: On}', 'mode takes auto or off'],
  ['{minAllowed: {gpu: 1}}', 'minAllowed takes amounts of cpu and memory'],
  ['{minAllowed: {cpu: 2}, maxAllowed: {cpu: 1}}', 'minAllowed.cpu is above maxAllowed.cpu'],
  ['{controlledResources: [gpu]}', 'controlledResources takes a list of cpu and memory'],
  ['{controlledValues: All}', 'controlledValues takes RequestsAndLimits or RequestsOnly'],
  ['x'.repeat(2_001), 'it is longer than 2000 characters'],
])('says what is wrong with %.40s, and sizes nothing', (text, fault) => {
  expect(podLevelFaults(stating(text))).toEqual([fault]);
  expect(podLevelPolicy(stating(text))).toBeUndefined();
});

it('says what is wrong with an amount, and with text that is no YAML', () => {
  expect(podLevelFaults(stating('{minAllowed: {cpu: many}}'))[0]).toMatch(/^minAllowed: /);
  expect(podLevelFaults(stating('{minAllowed: ['))).toHaveLength(1);
});
