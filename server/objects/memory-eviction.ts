import type { EPHEMERAL_STORAGE } from './units';

/** As the kubelet writes it of each offender (1.37, `pkg/kubelet/eviction/helpers.go`). */
const WAS_USING = /Container (\S+) was using ([^\s,]+), request is /g;

/**
 * The containers that a kubelet's message of an eviction names as those that used too much of a node out of memory, or of
 * ephemeral storage; the usage is a quantity as written. None of any other message.
 */
export function offendersIn(
  message: string,
  resource: 'memory' | typeof EPHEMERAL_STORAGE = 'memory',
): { container: string; usage: string }[] {
  if (!message.includes(`low on resource: ${resource}`)) return [];
  return [...message.matchAll(WAS_USING)].map(([, container = '', usage = '']) => ({ container, usage }));
}
