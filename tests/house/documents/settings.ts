import { ACCESS_SETTINGS } from '../../../server/config/access';
import { ADMISSION_SETTINGS } from '../../../server/config/admission';
import { APPROVALS_SETTINGS } from '../../../server/config/approvals';
import { CLUSTER_SETTINGS } from '../../../server/config/cluster';
import { COMMAND_LINE_SETTINGS } from '../../../server/config/command-line';
import { FEATURES_SETTINGS } from '../../../server/config/features';
import { FLEET_SETTINGS } from '../../../server/config/fleet';
import { HISTORY_SETTINGS } from '../../../server/config/history';
import { HORIZONTAL_SETTINGS } from '../../../server/config/horizontal';
import { MONEY_SETTINGS } from '../../../server/config/money';
import { NODES_SETTINGS } from '../../../server/config/nodes';
import { PROCESS_SETTINGS } from '../../../server/config/process';
import { RECOMMENDER_SETTINGS } from '../../../server/config/recommender';
import { SANDBOX_SETTINGS } from '../../../server/config/sandbox';
import type { Setting } from '../../../server/config/setting';
import { SIGNALS_SETTINGS } from '../../../server/config/signals';
import { STORE_SETTINGS } from '../../../server/config/store';
import { TELLING_SETTINGS } from '../../../server/config/telling';
import { TRACING_SETTINGS } from '../../../server/config/tracing';
import { UPDATER_SETTINGS } from '../../../server/config/updater';
import { page, table } from './markdown';

type Table = Readonly<Record<string, Setting<unknown>>>;

/** Every table of `server/config/` under its heading. */
export const SECTIONS: readonly (readonly [heading: string, settings: Table])[] = [
  ['This process and its dashboard', PROCESS_SETTINGS],
  ['Who may do what', ACCESS_SETTINGS],
  ['The cluster', CLUSTER_SETTINGS],
  ['Recommender', RECOMMENDER_SETTINGS],
  ['Usage from the past', HISTORY_SETTINGS],
  ['Other signals', SIGNALS_SETTINGS],
  ['Updater', UPDATER_SETTINGS],
  ['Approvals', APPROVALS_SETTINGS],
  ['Admission', ADMISSION_SETTINGS],
  ['Policies for many workloads', FLEET_SETTINGS],
  ['Horizontal scaling', HORIZONTAL_SETTINGS],
  ['Nodes', NODES_SETTINGS],
  ['Costs', MONEY_SETTINGS],
  ['Telling people', TELLING_SETTINGS],
  ['Traces', TRACING_SETTINGS],
  ['The database', STORE_SETTINGS],
  ['Features', FEATURES_SETTINGS],
  ['The command line', COMMAND_LINE_SETTINGS],
  ['The embedded cluster', SANDBOX_SETTINGS],
];

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
