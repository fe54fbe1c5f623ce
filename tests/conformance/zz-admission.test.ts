import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { admissionChecker } from './check-admission';

it('x', () => {
  const content = JSON.parse(
    gunzipSync(readFileSync('tests/conformance/vectors/admission.json.gz')).toString(),
  );
  const bad: string[] = [];
  for (const c of admissionChecker.cases(content)) {
    try {
      admissionChecker.check(c.vector);
    } catch (e) {
      bad.push(c.name + ' ' + (e as Error).message);
    }
  }
  expect(bad).toEqual([]);
});
