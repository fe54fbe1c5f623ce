import { describe, expect, it } from 'vitest';
import { fillDefaults } from '@/sandbox/api/crd/fill-defaults';
import { jsonPath } from '@/sandbox/api/crd/json-path';
import { pruneObject } from '@/sandbox/api/crd/prune';
import type { Schema } from '@/sandbox/api/crd/structural-schema';
import { validateSchema } from '@/sandbox/api/crd/validate-schema';

const SCHEMA: Schema = {
  type: 'object',
  required: ['spec'],
  properties: {
    spec: {
      type: 'object',
      properties: {
        mode: { type: 'string', enum: ['On', 'Off'], default: 'On' },
        count: { type: 'integer', minimum: 1, maximum: 9 },
        amount: { 'x-kubernetes-int-or-string': true },
        name: { type: 'string', pattern: '^[a-z]+$', maxLength: 5 },
        items: {
          type: 'array',
          maxItems: 2,
          items: {
            type: 'object',
            required: ['key'],
            properties: { key: { type: 'string' }, size: { type: 'integer', default: 3 } },
          },
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['key'],
        },
        labels: { type: 'object', additionalProperties: { type: 'string' } },
        free: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
      },
    },
  },
};

describe('validation by a structural schema', () => {
  it.each([
    ['a required field', {}, 'spec: Required value'],
    [
      'an unsupported value',
      { spec: { mode: 'Maybe' } },
      'spec.mode: Unsupported value: "Maybe": supported values: "On", "Off"',
    ],
    [
      'a wrong type',
      { spec: { count: 'x' } },
      'spec.count: Invalid value: "string": spec.count in body must be of type integer: "string"',
    ],
    [
      'a number too small',
      { spec: { count: 0 } },
      'spec.count: Invalid value: 0: spec.count in body should be greater than or equal to 1',
    ],
    [
      'a number too large',
      { spec: { count: 10 } },
      'spec.count: Invalid value: 10: spec.count in body should be less than or equal to 9',
    ],
    [
      'a fraction for a whole number',
      { spec: { count: 1.5 } },
      'spec.count: Invalid value: "number": spec.count in body must be of type integer: "number"',
    ],
    [
      'a text that does not match',
      { spec: { name: 'A1' } },
      'spec.name: Invalid value: "A1": spec.name in body should match \'^[a-z]+$\'',
    ],
    ['a text too long', { spec: { name: 'abcdef' } }, 'spec.name: Too long: may not be longer than 5'],
    ['a field missing in an item', { spec: { items: [{ size: 1 }] } }, 'spec.items[0].key: Required value'],
    [
      'two items of the same key',
      { spec: { items: [{ key: 'a' }, { key: 'a' }] } },
      'spec.items[1]: Duplicate value: {"key":"a"}',
    ],
    [
      'a value of the wrong type in a map',
      { spec: { labels: { a: 1 } } },
      'spec.labels.a: Invalid value: "integer": spec.labels.a in body must be of type string: "integer"',
    ],
    [
      'neither number nor text',
      { spec: { amount: true } },
      'spec.amount: Invalid value: "boolean": spec.amount in body must be of type integer,string: "boolean"',
    ],
  ])('finds %s', (_what, object, fault) => {
    expect(validateSchema(object, SCHEMA).map(({ field, message }) => `${field}: ${message}`)).toEqual([
      fault,
    ]);
  });

  it('accepts what is valid', () => {
    const object = {
      spec: {
        mode: 'Off',
        count: 9,
        amount: '1Gi',
        name: 'abc',
        items: [{ key: 'a' }],
        labels: { a: 'b' },
        free: { x: 1 },
      },
    };
    expect(validateSchema(object, SCHEMA)).toEqual([]);
  });
});

describe('defaults and pruning by a structural schema', () => {
  it('sets defaults, also within items, and only within existing objects', () => {
    const object = { spec: { items: [{ key: 'a' }] } };
    fillDefaults(object, SCHEMA);
    expect(object).toEqual({ spec: { mode: 'On', items: [{ key: 'a', size: 3 }] } });
    const empty = {};
    fillDefaults(empty, SCHEMA);
    expect(empty).toEqual({});
  });

  it('drops unknown fields and reports where', () => {
    const object = {
      apiVersion: 'x/v1',
      kind: 'X',
      metadata: { name: 'x' },
      extra: 1,
      spec: { surprise: 1, items: [{ key: 'a', more: 1 }], free: { anything: 1 }, labels: { a: 'b' } },
    };
    expect(pruneObject(object, SCHEMA)).toEqual(['extra', 'spec.surprise', 'spec.items[0].more']);
    expect(object).toEqual({
      apiVersion: 'x/v1',
      kind: 'X',
      metadata: { name: 'x' },
      spec: { items: [{ key: 'a' }], free: { anything: 1 }, labels: { a: 'b' } },
    });
  });
});

describe('JSONPath of printer columns', () => {
  const object = {
    spec: { mode: 'Off' },
    status: {
      conditions: [
        { type: 'A', status: 'False' },
        { type: 'Ready', status: 'True' },
      ],
      list: [{ cpu: '1' }, { cpu: '2' }],
    },
    metadata: { annotations: { 'a.b/c': 'x' } },
  };
  it.each([
    ['.spec.mode', ['Off']],
    ['.status.list[0].cpu', ['1']],
    ['.status.list[-1].cpu', ['2']],
    ['.status.list[*].cpu', ['1', '2']],
    [".status.conditions[?(@.type=='Ready')].status", ['True']],
    [".metadata.annotations['a.b/c']", ['x']],
    ['.metadata.annotations.a\\.b', []],
    ['.nothing.here', []],
    ['}{', []],
  ])('%s', (path, found) => {
    expect(jsonPath(path)(object)).toEqual(found);
  });
});
