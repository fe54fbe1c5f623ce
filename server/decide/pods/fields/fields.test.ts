import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { BOOST_FIELDS } from './boost-fields';
import { CONTAINER_FIELDS } from './container-fields';
import type { PolicyField } from './field';
import { REQUIREMENT_FIELDS } from './requirement-fields';
import { VPA_FIELDS } from './vpa-fields';

interface Schema {
  enum?: string[];
  items?: Schema;
  properties?: Record<string, Schema>;
}

const FILE = 'deploy/crds/verticalpodautoscalers.yaml';
const definition = parse(readFileSync(FILE, 'utf8')) as {
  spec: { versions: { name: string; schema: { openAPIV3Schema: Schema } }[] };
};
const spec = definition.spec.versions.find(({ name }) => name === 'v1')?.schema.openAPIV3Schema.properties
  ?.spec;

function schemaAt(...path: string[]): Schema {
  const found = path.reduce<Schema | undefined>(
    (schema, key) => (key === '[]' ? schema?.items : schema?.properties?.[key]),
    spec,
  );
  if (!found) throw new Error(`no ${path.join('.')}`);
  return found;
}

const policy = ['resourcePolicy', 'containerPolicies', '[]'];

describe.each<[string, readonly PolicyField[], Schema, string[]]>([
  ['a VPA', VPA_FIELDS, schemaAt('updatePolicy'), ['startupBoost']],
  ['a container', CONTAINER_FIELDS, schemaAt(...policy), []],
  ['a startup boost', BOOST_FIELDS, schemaAt('startupBoost', 'cpu'), []],
  ['a requirement', REQUIREMENT_FIELDS, schemaAt('updatePolicy', 'evictionRequirements', '[]'), []],
])('the table of the fields of %s', (_name, fields, schema, more) => {
  const { containerName: _containerName, ...properties } = schema.properties ?? {};

  it('has a row for every field of the definition, and no other', () => {
    const roots = new Set(fields.map(({ path }) => path.split('.')[0]));
    expect([...roots].sort()).toEqual([...Object.keys(properties), ...more].sort());
  });

  it('offers the choices the definition accepts', () => {
    for (const { path, kind, choices = [] } of fields) {
      const taken = properties[path]?.enum;
      if (kind === 'choice' && taken)
        expect(choices.map(({ value }) => value).sort()).toEqual([...taken].sort());
    }
  });

  it('gives each a place of its own', () => {
    expect(new Set(fields.map(({ place }) => place)).size).toBe(fields.length);
    expect(new Set(fields.map(({ path }) => path)).size).toBe(fields.length);
  });
});
