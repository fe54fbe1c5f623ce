import type { ClusterState } from '@/server/model/cluster-state';
import type { PastIntake, SampleOutcome } from '@/server/model/cluster-types';
import type { PastContainer, PastSeries } from '@/server/usage/source';
import type { PastKindOf } from './past-kinds';

interface Intake {
  into: PastIntake;
  /** Older samples were learned before. */
  afterMs: number;
}

/** The containers whose past is being loaded, by namespace. A repeated sample counts once. */
export class Intakes {
  /** Containers so far whose samples count. */
  count = 0;
  private readonly byNamespace = new Map<string, Map<string, Intake | undefined>>();

  constructor(
    private readonly state: Pick<ClusterState, 'openPast'>,
    /** From when on samples of a container count, Unix ms; undefined if none do. */
    private readonly afterOf: (container: PastContainer) => number | undefined,
    private readonly counted: (outcome: SampleOutcome, samples: number) => void,
    /** What a container was; the usage of an init container that ends is not learned. */
    private readonly kindOf: PastKindOf = () => 'ordinary',
  ) {}

  /** Returns how many samples the model took. */
  take({ container, timesMs, cpuMillicores, memoryBytes }: PastSeries): number {
    const intake = this.intakeOf(container);
    if (!intake) return 0;
    const { into, afterMs } = intake;
    let accepted = 0;
    const refused = new Map<SampleOutcome, number>();
    const note = (outcome: SampleOutcome) => {
      if (outcome === 'accepted') accepted++;
      else refused.set(outcome, (refused.get(outcome) ?? 0) + 1);
    };
    for (let index = 0; index < timesMs.length; index++) {
      const atMs = timesMs[index] ?? Number.NaN;
      if (atMs <= afterMs) continue;
      if (cpuMillicores) note(into.addCpu(atMs, cpuMillicores[index] ?? Number.NaN));
      if (memoryBytes) note(into.addMemory(atMs, memoryBytes[index] ?? Number.NaN));
    }
    this.counted('accepted', accepted);
    for (const [outcome, samples] of refused) this.counted(outcome, samples);
    return accepted;
  }

  /** Whether some data of the namespace came, and more is expected. */
  hasBegun(namespace: string): boolean {
    return this.byNamespace.has(namespace);
  }

  /** The namespace is complete. */
  end(namespace: string): void {
    for (const intake of this.byNamespace.get(namespace)?.values() ?? []) intake?.into.end();
    this.byNamespace.delete(namespace);
  }

  private intakeOf(container: PastContainer): Intake | undefined {
    const { namespace, pod, container: name } = container;
    let intakes = this.byNamespace.get(namespace);
    if (!intakes) {
      intakes = new Map();
      this.byNamespace.set(namespace, intakes);
    }
    const key = `${pod}/${name}`;
    if (!intakes.has(key)) {
      const kind = this.kindOf(container);
      const afterMs = kind === 'init' ? undefined : this.afterOf(container);
      if (afterMs !== undefined) this.count++;
      const into = { ...container, isSidecar: kind === 'sidecar' };
      intakes.set(key, afterMs === undefined ? undefined : { into: this.state.openPast(into), afterMs });
    }
    return intakes.get(key);
  }
}
