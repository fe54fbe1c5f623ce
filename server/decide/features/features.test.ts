import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { vpa } from '@/tests/support/plan-input';
import type { VpaFeature } from './feature';
import { FEATURES } from './features';
import { optsInAlike } from './opting-in';
import { featureWarnings } from './warnings';

const features: readonly VpaFeature[] = FEATURES;

function stating(name: string, text: string) {
  const plain = vpa();
  return { ...plain, metadata: { ...plain.metadata, annotations: { [name]: text } } };
}

describe('what a VPA may opt into', () => {
  it('is a folder each, and a line in the list', () => {
    const folders = readdirSync(import.meta.dirname, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
    expect(features.map(({ name }) => name).sort()).toEqual(folders.sort());
  });

  it.each(features.flatMap(({ name, annotation }) => (annotation ? [[name, annotation.name] as const] : [])))(
    '%s names itself in what is wrong, and throws at nothing',
    (_name, annotation) => {
      for (const text of ['', 'no: [sense', '{"a":1}', '\u0000'.repeat(5)])
        for (const warning of featureWarnings(stating(annotation, text), { nowMs: 0 }))
          expect(warning).toContain(annotation);
    },
  );

  it.each(
    features.flatMap(({ name, annotation, isPlannedBy }) =>
      annotation ? [[name, annotation.name, isPlannedBy === true] as const] : [],
    ),
  )('%s changes what a plan depends on, or not', (_name, annotation, isPlannedBy) => {
    expect(optsInAlike(vpa(), stating(annotation, 'x'))).toBe(!isPlannedBy);
    expect(optsInAlike(stating(annotation, 'x'), stating(annotation, 'x'))).toBe(true);
  });
});
