import * as z from 'zod';
import { parsed } from '../../../objects/json-object';
import { type Amounts, RESOURCES } from '../../../objects/units';
import type { VerticalPodAutoscaler } from '../../../objects/vpa-types';
import { withoutSeenCpu } from '../../pods/bounded-by-use';
import type { CompiledVpa } from '../../pods/compiled-vpa';
import { type HpaClaim, isClaimOn } from '../../pods/hpa-claims';
import type { ContainerRecommendation, Recommendation } from '../../pods/recommendation';

/**
 * On a VPA with a mode beside its HPA: what it has given the running pods of the requests that the HPA measures.
 * New pods get the same, so that a rollout or a scaling changes no utilization. The updater writes it.
 */
export const HPA_GIVEN_ANNOTATION = 'plumbline.dev/hpa-requests';

/** Millicores and bytes, by container. */
export type Given = ReadonlyMap<string, Amounts>;

const NONE: Given = new Map();
const amount = z.number().positive().optional();
const schema = z.record(z.string(), z.object({ cpu: amount, memory: amount }));

/** What is noted; nothing if it cannot be read. */
export function readHpaGiven({ metadata }: VerticalPodAutoscaler): Given {
  const text: unknown = metadata.annotations?.[HPA_GIVEN_ANNOTATION];
  if (text === undefined) return NONE;
  return new Map(Object.entries((schema.safeParse(parsed(text)).data ?? {}) as Record<string, Amounts>));
}

/** The text of the annotation; null, which removes it, without any. */
export function givenText(given: Given): string | null {
  return given.size > 0 ? JSON.stringify(Object.fromEntries(given)) : null;
}

/** What each container should be given of the requests that these claims measure, in the order of resources. */
export function givenOf(
  { recommendation }: Pick<CompiledVpa, 'recommendation'>,
  measured: readonly HpaClaim[],
  amountOf: (container: string, resource: (typeof RESOURCES)[number]) => number | undefined,
): Given {
  const given = new Map<string, Amounts>();
  for (const [container, { target }] of recommendation ?? [])
    for (const resource of RESOURCES) {
      if (target[resource] === undefined) continue;
      if (!measured.some((claim) => isClaimOn(claim, container, resource))) continue;
      const found = amountOf(container, resource);
      if (found) given.set(container, { ...given.get(container), [resource]: found });
    }
  return given;
}

/** The recommendation with what was given in place of its targets. */
export function withGiven(
  recommendation: Recommendation | undefined,
  given: Given,
): Recommendation | undefined {
  if (!recommendation || given.size === 0) return recommendation;
  return new Map(
    [...recommendation].map(([name, own]): [string, ContainerRecommendation] => {
      const amounts = given.get(name);
      if (!amounts) return [name, own];
      const kept = amounts.cpu === undefined ? own : withoutSeenCpu(own);
      return [name, { ...kept, target: { ...own.target, ...amounts } }];
    }),
  );
}
