import type { Logger } from '../lib/report/log';
import type { KubeClient } from './client';
import { KubeError } from './errors';
import type { RoleContext } from './role-context';

/** What the parts of a role get that act as its leader. */
export type LeadingContext<Settings> = Omit<RoleContext<Settings>, 'client'> & {
  client: Pick<KubeClient, 'request'>;
};

/**
 * What a leader writes with. A write is sent only if `leads` says so in the moment it goes out, however long it waited
 * for its turn or its process was frozen since it was decided; else it fails as `not-leading`. Reads are not asked about.
 */
export function leadingClient(
  client: Pick<KubeClient, 'request'>,
  leads: () => boolean,
  log: Logger,
): Pick<KubeClient, 'request'> {
  return {
    request: (method, path, options = {}) => {
      if (method === 'GET') return client.request(method, path, options);
      const beforeSend = () => {
        if (!leads()) {
          const request = `${method} ${path}`;
          log.info({ request }, 'Not sent: this process no longer leads');
          throw new KubeError(`${request}: not sent, since this process no longer leads`, {
            kind: 'not-leading',
            status: 0,
            reason: 'NotLeading',
          });
        }
        options.beforeSend?.();
      };
      return client.request(method, path, { ...options, beforeSend });
    },
  };
}
