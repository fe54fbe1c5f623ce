import { isDeepStrictEqual } from 'node:util';
import { LRUCache } from 'lru-cache';
import { DEFAULT_UPDATE_POLICY } from '../decide/pods/vpa-defaults';
import type { VerticalPodAutoscaler } from '../objects/vpa-types';
import { heededAnnotations, isKeptByUs } from './heeded-annotations';

/** What API servers call us, by our user agent. */
export const OURSELVES = 'plumbline';

/** VPAs. */
const MOST_REMEMBERED = 1_000;
/** Policies of one VPA: edits may follow each other faster than watches tell them. */
const MOST_OF_ONE = 16;

/** What was asked for: who asks may change the spec and the annotations. */
type Policy = Pick<VerticalPodAutoscaler, 'metadata' | 'spec'>;

/** Who last changed the policies of VPAs through the API server, if admission runs here and saw it. */
export class PolicyAuthors {
  /** By namespace and name, the newest first. */
  private readonly asked = new LRUCache<string, readonly { policy: unknown; who: string }[]>({
    max: MOST_REMEMBERED,
  });

  note(namespace: string, vpa: Policy, who: string): void {
    const key = `${namespace}/${vpa.metadata.name}`;
    const policy = policyIn(vpa);
    const others = (this.asked.get(key) ?? []).filter((one) => !isDeepStrictEqual(one.policy, policy));
    this.asked.set(key, [{ policy, who }, ...others].slice(0, MOST_OF_ONE));
  }

  /** Who made the current policy, if known: the user, else the program. */
  describe(vpa: VerticalPodAutoscaler): string | undefined {
    const user = this.of(vpa);
    const [newest] = [...(vpa.metadata.managedFields ?? [])].sort((a, b) => timeOf(b.time) - timeOf(a.time));
    const program = newest?.manager === OURSELVES ? undefined : newest?.manager;
    return user ?? program;
  }

  of(vpa: VerticalPodAutoscaler): string | undefined {
    const asked = this.asked.get(`${vpa.metadata.namespace ?? ''}/${vpa.metadata.name}`);
    if (!asked) return undefined;
    const policy = policyIn(vpa);
    return asked.find((one) => isDeepStrictEqual(one.policy, policy))?.who;
  }
}

function timeOf(time: string | undefined): number {
  return Date.parse(time ?? '') || 0;
}

/** The spec with its default, and what annotations decide; what is learned may have changed since. */
function policyIn(vpa: Policy): unknown {
  const { spec } = vpa;
  const annotations = Object.entries(heededAnnotations(vpa)).filter(([name]) => !isKeptByUs(name));
  return [
    { ...spec, updatePolicy: spec.updatePolicy ?? DEFAULT_UPDATE_POLICY },
    Object.fromEntries(annotations),
  ];
}
