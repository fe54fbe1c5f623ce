import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';

interface Schema {
  properties?: Record<string, Schema>;
}

function specOf(file: string): Schema {
  const { spec } = parse(readFileSync(`deploy/crds/${file}.yaml`, 'utf8')) as {
    spec: { versions: { schema: { openAPIV3Schema: Schema } }[] };
  };
  return spec.versions[0]?.schema.openAPIV3Schema.properties?.spec ?? {};
}

it('lets a template state everything that a VPA states, by the same rules, but its target', () => {
  const { targetRef: _, ...stated } = specOf('verticalpodautoscalers').properties ?? {};
  const template = specOf('verticalscalingpolicies').properties?.template;
  expect(template?.properties?.spec?.properties).toEqual(stated);
});
