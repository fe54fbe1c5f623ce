import type { SettingSection } from '@/server/process/diagnostics/views';

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
