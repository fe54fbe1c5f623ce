import { httpAddress, secret } from './setting';

export const COMMAND_LINE_SETTINGS = {
  server: secret(
    'SERVER',
    '',
    httpAddress,
    'Address of the dashboard that the command `plumbline` asks, unless --server names one; empty means straight to the cluster.',
  ),
} as const;
