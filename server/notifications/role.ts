import { role } from '../kube/role';
import type { TellingHandle } from './handle';
import type { TellingPorts } from './ports';
import { receiversOf, signingSecretOf } from './receivers';
import { TELLING_READS } from './settings';

/** Tells people what happens: posts messages to the addresses in the settings. */
export const messages = role({
  name: 'messages',
  watches: [],
  settings: TELLING_READS,
  keepsNothing: true,
  check: async (settings) => {
    receiversOf(settings);
    signingSecretOf(settings);
  },
  start: async (context, ports: TellingPorts): Promise<TellingHandle> =>
    (await import('.')).startTelling(context, ports),
});
