import { choice, hostNames, list, port, setting, text } from './setting';

export const PROCESS_SETTINGS = {
  roles: setting('ROLES', '', list, 'Which roles this process runs, by name; empty means all there are.'),
  port: setting('PORT', '3000', port, 'Port of the dashboard and its API.'),
  host: setting(
    'HOST',
    '127.0.0.1',
    text,
    'Address the dashboard listens on; keep it on loopback unless something authenticates in front of it.',
  ),
  allowedHosts: setting(
    'ALLOWED_HOSTS',
    '',
    hostNames,
    'Names the dashboard and its API are called by besides localhost and the address they listen on, such as that of a Service or an ingress; *.example.com means every name below it. Requests to any other name are refused; health and metrics also answer to the addresses of the pod.',
  ),
  logLevel: setting(
    'LOG_LEVEL',
    'info',
    choice(['trace', 'debug', 'info', 'warn', 'error', 'silent']),
    'Least severity that is logged.',
  ),
  dataDir: setting('DATA_DIR', '.plumbline', text, 'Folder for what the process keeps on disk.'),
  identityHeader: setting(
    'IDENTITY_HEADER',
    '',
    text,
    'Request header in which an authenticating proxy names the user; empty means every request is "local".',
  ),
  operators: setting(
    'OPERATORS',
    '',
    list,
    'Users who may change policies, stop and resume, by the name in the identity header; empty means everyone.',
  ),
} as const;
