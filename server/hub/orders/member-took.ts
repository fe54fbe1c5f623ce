import * as z from 'zod';
import { keyOfScope } from '../../decide/pods/stop';
import type { Wanted } from './order';

/** How a deed is asked of a member. */
export const REQUESTS = {
  stop: { method: 'POST', route: '/stop' },
  resume: { method: 'DELETE', route: '/stop' },
  revert: { method: 'POST', route: '/stop/revert' },
} as const;

const stops = z.object({
  stops: z
    .array(
      z.object({
        scope: z.object({ kind: z.string(), namespace: z.string().optional(), name: z.string().optional() }),
      }),
    )
    .max(10_000),
});
const reverted = z.object({ reverted: z.number(), failed: z.number() });

export function memberTook({ deed, scope }: Wanted, answer: unknown): boolean {
  if (deed === 'revert') return reverted.safeParse(answer).success;
  const said = stops.safeParse(answer);
  if (!said.success) return false;
  const wanted = keyOfScope(scope);
  return said.data.stops.some((stop) => keyOf(stop.scope) === wanted) === (deed === 'stop');
}

function keyOf({ kind, namespace = '', name = '' }: z.infer<typeof stops>['stops'][number]['scope']): string {
  if (kind === 'all') return keyOfScope({ kind });
  return kind === 'vpa'
    ? keyOfScope({ kind, namespace, name })
    : keyOfScope({ kind: 'namespace', namespace });
}
