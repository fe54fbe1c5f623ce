import { isDeepStrictEqual } from 'node:util';
import { LRUCache } from 'lru-cache';
import { DEFAULT_UPDATE_POLICY } from '../decide/pods/vpa-defaults';
import type { VerticalPodAutoscaler } from '../objects/vpa-types';

type Spec = VerticalPodAutoscaler['spec'];

/** What API servers call us, by our user agent. */
const OURSELVES = 'plumbline';

const MOST_REMEMBERED = 1_000;

/** Who last changed the policy of a VPA through the API server, if admission runs here and saw it. */
export class PolicyAuthors {
  private readonly asked = new LRUCache<string, { spec: Spec; who: string }>({ max: MOST_REMEMBERED });

  note(
    namespace: string,
    { metadata, spec }: Pick<VerticalPodAutoscaler, 'metadata' | 'spec'>,
    who: string,
  ): void {
    this.asked.set(`${namespace}/${metadata.name}`, { spec: defaulted(spec), who });
  }

  /** Who made the current policy, if known: the user, else the program. */
  describe(vpa: VerticalPodAutoscaler): string | undefined {
    const user = this.of(vpa);
    const [newest] = [...(vpa.metadata.managedFields ?? [])].sort((a, b) => timeOf(b.time) - timeOf(a.time));
    const program = newest?.manager === OURSELVES ? undefined : newest?.manager;
    return user ?? program;
  }

  of({ metadata, spec }: VerticalPodAutoscaler): string | undefined {
    const last = this.asked.get(`${metadata.namespace ?? ''}/${metadata.name}`);
    return last && isDeepStrictEqual(last.spec, defaulted(spec)) ? last.who : undefined;
  }
}

function timeOf(time: string | undefined): number {
  return Date.parse(time ?? '') || 0;
}

function defaulted(spec: Spec): Spec {
  return { ...spec, updatePolicy: spec.updatePolicy ?? DEFAULT_UPDATE_POLICY };
}
