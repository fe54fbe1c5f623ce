import { grafanaTemplate } from './grafana-template';
import { basePath, choice, flag, hostNames, list, port, setting, text } from './setting';

/** Roles that have another name by now. */
const FORMER_ROLES: ReadonlyMap<string, string> = new Map([
  ['telling', 'messages'],
  ['fleet', 'rules'],
  ['horizontal', 'hpa'],
]);

const roleNames = list.transform((names) => names.map((name) => FORMER_ROLES.get(name) ?? name));

export const PROCESS_SETTINGS = {
  roles: setting('ROLES', '', roleNames, 'Roles this process runs; empty means all.'),
  followOnly: setting(
    'FOLLOW_ONLY',
    '',
    roleNames,
    'Roles of this process that never lead: they learn and show what the same roles of other processes do, and need no right to write. It needs PLUMBLINE_LEADER_ELECT=true.',
  ),
  port: setting('PORT', '3000', port, 'Port of the dashboard and its API.'),
  host: setting(
    'HOST',
    '127.0.0.1',
    text,
    'Address the dashboard listens on; beyond loopback it needs PLUMBLINE_AUTH.',
  ),
  metricsPort: setting(
    'METRICS_PORT',
    '0',
    port,
    'Port for /metrics, /healthz and /readyz alone, on the same address as the dashboard; 0 leaves the metrics on the port of the dashboard.',
  ),
  besidePort: setting(
    'BESIDE_PORT',
    '0',
    port,
    'Port (PLUMBLINE_PORT) of a process on this machine that only admits, as in a pod of two containers: this process records what that one does to new pods, and shows how it is and what is wrong there. 0 for none.',
  ),
  allowedHosts: setting(
    'ALLOWED_HOSTS',
    '',
    hostNames,
    "Host names of the dashboard besides localhost and the address it listens on, such as a Service or an ingress; *.example.com covers every name below it. Requests to other names are refused; health and metrics also answer at the pod's addresses.",
  ),
  basePath: setting(
    'BASE_PATH',
    '',
    basePath,
    'Path below which people see the dashboard, such as /tools/plumbline, if an ingress gives it no host of its own; whether the ingress takes it off or passes it on. A proxy in PLUMBLINE_PROXY_ADDRESSES, or with the secret, may name another in X-Forwarded-Prefix.',
  ),
  grafanaUrl: setting(
    'GRAFANA_URL',
    '',
    grafanaTemplate,
    'Where the pages of workloads and namespaces link to: the address of a dashboard with {namespace}, {workload}, {kind}, {vpa} and {container} in it, such as https://grafana.example.com/d/pods?var-namespace={namespace}&var-workload={workload}. A parameter of something that a page does not name is left out. Empty means no links.',
  ),
  logLevel: setting(
    'LOG_LEVEL',
    'info',
    choice(['trace', 'debug', 'info', 'warn', 'error', 'silent']),
    'Lowest severity that is logged.',
  ),
  tour: setting(
    'TOUR',
    'false',
    flag,
    'Offer a tour to people who open the pages the first time; the demo does.',
  ),
  dataDir: setting('DATA_DIR', '.plumbline', text, 'Folder for files the process keeps.'),
} as const;

/** A sentence for each role that `given`, by environment name, calls by its former name. */
export function formerRolesIn(given: ReadonlyMap<string, string>): string[] {
  const { env } = PROCESS_SETTINGS.roles;
  const names = new Set((given.get(env) ?? '').split(/[\s,]+/));
  return [...FORMER_ROLES]
    .filter(([former]) => names.has(former))
    .map(([former, now]) => `${env} names the role ${former}, which is now called ${now}: write ${now}`);
}
