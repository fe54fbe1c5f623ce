import * as z from 'zod';
import type { StatusAnswer } from '../../contract/status';

const status = z.looseObject({ version: z.string().max(100), cluster: z.looseObject({ kind: z.string() }) });

/**
 * The state of a member as its pages show it in a hub: who signs on is the matter of the hub, and what is only right on
 * the machine of the member is left out. Undefined for what is no state of Plumbline.
 */
export function statusThrough(
  said: unknown,
  hub: Pick<StatusAnswer, 'hasSession'> & Required<Pick<StatusAnswer, 'through'>>,
): object | undefined {
  const known = status.safeParse(said);
  if (!known.success) return undefined;
  const { kubeconfig: _, isHubAlone: _alone, grafana, ...rest } = known.data;
  const isAddress = typeof grafana === 'string' && /^https?:\/\//.test(grafana);
  return { ...rest, ...(isAddress && { grafana }), ...hub, isHub: true, offersTour: false };
}
