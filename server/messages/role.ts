import { role } from '../kube/role';
import type { MessagesHandle } from './handle';
import type { MessagesPorts } from './ports';
import { receiversOf, signingSecretOf } from './receivers';
import { MESSAGE_READS } from './settings';

/** Tells people what happens: posts messages to the addresses in the settings. */
export const messages = role({
  name: 'messages',
  watches: [],
  settings: MESSAGE_READS,
  keepsNothing: true,
  check: async (settings) => {
    receiversOf(settings);
    signingSecretOf(settings);
  },
  start: async (context, ports: MessagesPorts): Promise<MessagesHandle> =>
    (await import('.')).startMessages(context, ports),
});
