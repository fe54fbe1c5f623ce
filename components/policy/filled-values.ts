import type { PolicyFill } from '@/server/contract/inbox';
import { containerFields } from './container-values';
import type { PolicyFields } from './form-values';

const EVERY_CONTAINER = '*';

/** The policy form with a mode and maximums filled in; a container without a policy of its own gets that of all others. */
export function withFill(
  values: PolicyFields,
  { mode, container, maxCpu, maxMemory }: PolicyFill,
): PolicyFields {
  const moded = mode ? { ...values, updateMode: mode } : values;
  if (container === undefined || (maxCpu === undefined && maxMemory === undefined)) return moded;
  const maximums = { ...(maxCpu !== undefined && { maxCpu }), ...(maxMemory !== undefined && { maxMemory }) };
  const { containers } = moded;
  const isOwn = containers.some(({ containerName }) => containerName === container);
  const usual = containers.find(({ containerName }) => containerName === EVERY_CONTAINER);
  return {
    ...moded,
    containers: isOwn
      ? containers.map((one) => (one.containerName === container ? { ...one, ...maximums } : one))
      : [...containers, { ...(usual ?? containerFields({})), containerName: container, ...maximums }],
  };
}
