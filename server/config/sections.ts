import { ACCESS_SETTINGS } from './access';
import { ADMISSION_SETTINGS } from './admission';
import { APPROVALS_SETTINGS } from './approvals';
import { CLUSTER_SETTINGS } from './cluster';
import { COMMAND_LINE_SETTINGS } from './command-line';
import { FEATURES_SETTINGS } from './features';
import { HISTORY_SETTINGS } from './history';
import { HPA_SETTINGS } from './hpa';
import { HUB_SETTINGS } from './hub';
import { MESSAGE_SETTINGS } from './messages';
import { MONEY_SETTINGS } from './money';
import { NODES_SETTINGS } from './nodes';
import { PROCESS_SETTINGS } from './process';
import { RECOMMENDER_SETTINGS } from './recommender';
import { RULES_SETTINGS } from './rules';
import { SANDBOX_SETTINGS } from './sandbox';
import type { Setting } from './setting';
import { SIGNALS_SETTINGS } from './signals';
import { STORE_SETTINGS } from './store';
import { TRACING_SETTINGS } from './tracing';
import { UPDATER_SETTINGS } from './updater';

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
  ['Rules', RULES_SETTINGS],
  ['HPAs', HPA_SETTINGS],
  ['Nodes', NODES_SETTINGS],
  ['Costs', MONEY_SETTINGS],
  ['Messages', MESSAGE_SETTINGS],
  ['Traces', TRACING_SETTINGS],
  ['The database', STORE_SETTINGS],
  ['Features', FEATURES_SETTINGS],
  ['Many clusters', HUB_SETTINGS],
  ['The command line', COMMAND_LINE_SETTINGS],
  ['The embedded cluster', SANDBOX_SETTINGS],
];
