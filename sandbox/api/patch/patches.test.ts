import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyJsonPatch, refuseUnescapedTests } from '@/sandbox/api/patch/json-patch';
import { strategicMergePatch } from '@/sandbox/api/patch/strategic';
import { mergePatch } from '@/server/objects/merge-patch';

describe('a merge patch', () => {
  it.each([
    ['sets a field', { a: 1 }, { b: 2 }, { a: 1, b: 2 }],
    ['removes a field by null', { a: 1, b: 2 }, { b: null }, { a: 1 }],
    ['merges records', { a: { b: 1, c: 2 } }, { a: { c: 3 } }, { a: { b: 1, c: 3 } }],
    ['replaces lists', { a: [1, 2] }, { a: [3] }, { a: [3] }],
    ['replaces a text by a record', { a: 'x' }, { a: { b: 1 } }, { a: { b: 1 } }],
  ])('%s', (_what, target, patch, result) => {
    expect(mergePatch(target, patch)).toEqual(result);
  });

  it('changes nothing when empty, and nothing the second time', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.dictionary(fc.string(), fc.jsonValue()),
        (target, patch) => {
          expect(mergePatch(target, {})).toEqual(target);
          const once = mergePatch(target, patch);
          expect(mergePatch(once, patch)).toEqual(once);
        },
      ),
    );
  });
});

describe('a strategic merge patch', () => {
  const pod = {
    spec: {
      containers: [
        { name: 'a', image: 'a:1', env: [{ name: 'X', value: '1' }] },
        { name: 'b', image: 'b:1' },
      ],
    },
  };

  it.each([
    ['merges containers by name', { spec: { containers: [{ name: 'b', image: 'b:2' }] } }, ['a:1', 'b:2']],
    [
      'adds a container of a new name',
      { spec: { containers: [{ name: 'c', image: 'c:1' }] } },
      ['a:1', 'b:1', 'c:1'],
    ],
    [
      'deletes a container by directive',
      { spec: { containers: [{ name: 'a', $patch: 'delete' }] } },
      ['b:1'],
    ],
    [
      'replaces the list by directive',
      { spec: { containers: [{ $patch: 'replace' }, { name: 'z', image: 'z:1' }] } },
      ['z:1'],
    ],
    [
      'orders containers as told',
      { spec: { '$setElementOrder/containers': [{ name: 'b' }, { name: 'a' }] } },
      ['b:1', 'a:1'],
    ],
  ])('%s', (_what, patch, images) => {
    const patched = strategicMergePatch(pod, patch) as typeof pod;
    expect(patched.spec.containers.map((each) => each.image)).toEqual(images);
  });

  it('keeps what a nested list does not name', () => {
    const patch = { spec: { containers: [{ name: 'a', env: [{ name: 'Y', value: '2' }] }] } };
    const patched = strategicMergePatch(pod, patch) as typeof pod;
    expect(patched.spec.containers[0]).toEqual({
      name: 'a',
      image: 'a:1',
      env: [
        { name: 'X', value: '1' },
        { name: 'Y', value: '2' },
      ],
    });
  });

  it.each([
    [
      'replaces tolerations whole',
      { tolerations: [{ key: 'a' }] },
      { tolerations: [{ key: 'b' }] },
      { tolerations: [{ key: 'b' }] },
    ],
    [
      'merges finalizers as a set',
      { finalizers: ['a'] },
      { finalizers: ['b', 'a'] },
      { finalizers: ['a', 'b'] },
    ],
    [
      'takes values out of a set',
      { finalizers: ['a', 'b'] },
      { '$deleteFromPrimitiveList/finalizers': ['a'] },
      { finalizers: ['b'] },
    ],
    [
      'replaces a record by directive',
      { strategy: { type: 'RollingUpdate', rollingUpdate: {} } },
      { strategy: { $patch: 'replace', type: 'Recreate' } },
      { strategy: { type: 'Recreate' } },
    ],
    [
      'keeps only the keys named',
      { strategy: { type: 'RollingUpdate', rollingUpdate: {} } },
      { strategy: { $retainKeys: ['type'], type: 'Recreate' } },
      { strategy: { type: 'Recreate' } },
    ],
    ['removes by null', { a: 1, b: 2 }, { a: null }, { b: 2 }],
  ])('%s', (_what, target, patch, result) => {
    expect(strategicMergePatch(target, patch)).toEqual(result);
  });
});

describe('a JSON patch', () => {
  it('applies its operations in order', () => {
    const patch = [
      { op: 'add', path: '/list/-', value: 3 },
      { op: 'replace', path: '/list/0', value: 9 },
      { op: 'remove', path: '/gone' },
      { op: 'copy', from: '/list', path: '/twin' },
    ];
    expect(applyJsonPatch({ list: [1, 2], gone: true }, patch)).toEqual({ list: [9, 2, 3], twin: [9, 2, 3] });
  });

  it.each([
    [
      'leads nowhere',
      [{ op: 'add', path: '/a/b/c', value: 1 }],
      'add operation does not apply: doc is missing path: "/a/b/c": missing value',
    ],
    [
      'replaces what is not there',
      [{ op: 'replace', path: '/spec/nope/0', value: 1 }],
      'replace operation does not apply: doc is missing path: /spec/nope/0: missing value',
    ],
    [
      'tests what does not hold',
      [{ op: 'test', path: '/x', value: 2 }],
      'testing value /x failed: test failed',
    ],
  ])('is refused when it %s', (_what, patch, message) => {
    expect(() => applyJsonPatch({ x: 1 }, patch)).toThrow(message);
  });

  it('is refused where it tests a text that is not escaped as Go escapes it, whatever the object says', () => {
    const patch = [
      { op: 'test', path: '/x', value: 'R&D' },
      { op: 'add', path: '/x', value: 'a < b' },
    ];
    const text = JSON.stringify(patch);
    expect(() => refuseUnescapedTests(patch, text)).toThrow('testing value /x failed: test failed');
    expect(() => refuseUnescapedTests(patch, text.replace('&', '\\u0026'))).not.toThrow();
  });
});
