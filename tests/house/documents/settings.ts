import { SECTIONS } from '../../../server/config/sections';
import { page, table } from './markdown';

/** `docs/settings.md`. */
export function settingsPage(): string {
  return page(
    'Settings',
    'Set them in the environment. The defaults apply where nothing is set; an empty value counts as unset, and an unknown `PLUMBLINE_` name is refused. Durations read `30s`, `5m`, `1h30m` or `8d`, lists are separated by commas.',
    SECTIONS.map(([heading, settings]) => {
      const rows = Object.values(settings).map(({ env, fallback, help }) => [
        `\`${env}\``,
        fallback === '' ? '' : `\`${fallback}\``,
        help,
      ]);
      return `## ${heading}\n\n${table(['setting', 'default', 'what it does'], rows)}`;
    }),
  );
}
