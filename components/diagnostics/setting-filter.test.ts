import { describe, expect, it } from 'vitest';
import type { SettingSection, ShownSetting } from '@/server/contract/diagnostics';
import { changedSettings, sectionNote, settingsMeant } from './setting-filter';

const one = (env: string, rest: Partial<ShownSetting> = {}): ShownSetting => ({
  env,
  help: '',
  fallback: '',
  origin: 'default',
  value: '',
  ...rest,
});
const SECTIONS: SettingSection[] = [
  {
    heading: 'Updater',
    settings: [one('A', { help: 'How often.' }), one('B', { origin: 'environment', value: '2m' })],
  },
  { heading: 'Nodes', settings: [one('C')] },
];
const names = (words: string, onlySet = false) =>
  settingsMeant(SECTIONS, { words, onlySet }).map(({ heading, settings }) => [
    heading,
    ...settings.map(({ env }) => env),
  ]);

describe('the settings shown', () => {
  it.each([
    [
      '',
      false,
      [
        ['Updater', 'A', 'B'],
        ['Nodes', 'C'],
      ],
    ],
    ['', true, [['Updater', 'B']]],
    ['OFTEN how', false, [['Updater', 'A']]],
    ['2m', false, [['Updater', 'B']]],
    ['nodes', false, [['Nodes', 'C']]],
    ['nothing', false, []],
  ])('with %j, only set: %s', (words, onlySet, shown) => {
    expect(names(words, onlySet)).toEqual(shown);
  });

  it('begin with those that are changed', () => {
    expect(changedSettings(SECTIONS).map(({ env }) => env)).toEqual(['B']);
    expect(SECTIONS.map(sectionNote)).toEqual(['2 settings, 1 changed', '1 setting']);
  });
});
