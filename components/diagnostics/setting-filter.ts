import type { SettingSection, ShownSetting } from '@/server/contract/diagnostics';
import { countOf } from '@/server/words/counts';

export interface SettingFilter {
  /** Words that are all in the name, the value or the help. */
  words: string;
  /** Whether settings at their default are left out. */
  onlySet: boolean;
}

/** The settings that pass, under the headings that have any. */
export function settingsMeant(
  sections: readonly SettingSection[],
  { words, onlySet }: SettingFilter,
): SettingSection[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  return sections.flatMap(({ heading, settings }) => {
    const meant = settings.filter(({ env, value, help, origin }) => {
      const text = `${env} ${value} ${help} ${heading}`.toLowerCase();
      return !(onlySet && origin === 'default') && wanted.every((word) => text.includes(word));
    });
    return meant.length > 0 ? [{ heading, settings: meant }] : [];
  });
}

/** Every setting that is not at its default. */
export function changedSettings(sections: readonly SettingSection[]): ShownSetting[] {
  return settingsMeant(sections, { words: '', onlySet: true }).flatMap(({ settings }) => settings);
}

/** `12 settings, 2 changed` */
export function sectionNote(section: SettingSection): string {
  const changed = changedSettings([section]).length;
  return `${countOf(section.settings.length, 'setting')}${changed > 0 ? `, ${changed} changed` : ''}`;
}
