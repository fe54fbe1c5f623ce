import fastJsonPatch from 'fast-json-patch';
import { describe, expect, it } from 'vitest';
import type { PatchOperation } from './patch';
import { applyAdditions, PatchError } from './patch-apply';

const DOCUMENT = {
  metadata: { name: 'p' },
  spec: { containers: [{ name: 'a' }, { name: 'b', resources: null }] },
};

function add(path: string, value: unknown = {}): PatchOperation {
  return { op: 'add', path, value };
}

describe('applying additions', () => {
  it.each<[string, PatchOperation[]]>([
    ['nothing', []],
    [
      'a missing map and a member of it',
      [add('/metadata/annotations'), add('/metadata/annotations/a~1b~0c', 'x')],
    ],
    [
      'into a list by index',
      [add('/spec/containers/1/resources'), add('/spec/containers/1/resources/requests')],
    ],
    ['over what is there', [add('/metadata/name', 'q')]],
  ])('does what a patch library does: %s', (_name, operations) => {
    const ours = structuredClone(DOCUMENT);
    applyAdditions(ours, operations);
    expect(ours).toEqual(fastJsonPatch.applyPatch(structuredClone(DOCUMENT), operations, true).newDocument);
  });

  it.each([
    ['a missing parent', '/metadata/annotations/a'],
    ['a missing container', '/spec/containers/2/resources'],
    ['a parent that is null', '/spec/containers/1/resources/requests'],
    ['a parent that is text', '/metadata/name/x'],
    ['a list, which nothing here adds to', '/spec/containers/0'],
    ['the document itself', ''],
    ['what every object inherits', '/constructor/x'],
  ])('refuses %s', (_name, path) => {
    expect(() => applyAdditions(structuredClone(DOCUMENT), [add(path)])).toThrow(PatchError);
  });

  it('leaves the values of the patch alone', () => {
    const operations = [add('/metadata/annotations'), add('/metadata/annotations/a', 'x')];
    applyAdditions(structuredClone(DOCUMENT), operations);
    expect(operations[0]?.value).toEqual({});
  });
});
