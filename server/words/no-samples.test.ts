import { describe, expect, it } from 'vitest';
import type { Resource } from '../objects/units';
import { noSamplesWords } from './no-samples';

describe('what was never measured', () => {
  it.each<[string, [string, Resource[]][], string]>([
    ['one resource', [['app', ['memory']]], 'No samples of memory yet: app'],
    [
      'several',
      [
        ['app', ['memory']],
        ['job', ['cpu', 'memory']],
      ],
      'No samples of CPU yet: job. No samples of memory yet: app, job',
    ],
    ['nothing', [], ''],
  ])('is told by resource and container: %s', (_case, byContainer, words) => {
    expect(noSamplesWords(new Map(byContainer))).toBe(words);
  });
});
