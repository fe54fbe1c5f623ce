import { expect, it } from 'vitest';
import { patchFileName } from './file-name';

it('names the file of a patch by its workload', () => {
  expect(patchFileName('Deployment', 'web')).toBe('deployment-web.yaml');
});

it('keeps names within what file systems take, and apart', () => {
  const names = ['a', 'b'].map((last) => patchFileName('StatefulSet', `${'n'.repeat(252)}${last}`));
  for (const name of names) expect(name).toMatch(/^statefulset-n+-[0-9a-f]{8}\.yaml$/);
  expect(names.map((name) => name.length)).toEqual([255, 255]);
  expect(new Set(names).size).toBe(2);
});
