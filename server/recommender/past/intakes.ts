import type { ClusterState } from '@/server/model/cluster-state';
import type { PastIntake, SampleOutcome } from '@/server/model/cluster-types';
import type { PastContainer, PastSeries } from '@/server/usage/source';
import { ofKey } from '../../lib/memo/of-key';
import { openPastOf } from '../lives/former-pods';
import type { PastKindOf } from './past-kinds';

/** A kill of a container, and what it was killed at. */
export interface KillInPast {
  readonly atMs: number;
  readonly bytes: number;
}

interface Intake {
  into: PastIntake;
  /** The kills that are still to come, in order of time. */
  kills: KillInPast[];
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
    /** In order of time. */
    private readonly killsOf: (container: PastContainer) => readonly KillInPast[] = () => [],
    /** Until when its samples are of a former template, Unix ms. */
    private readonly formerUntil: (container: PastContainer) => number | undefined = () => undefined,
  ) {}

  /** Returns how many samples the model took. */
  take({ container, timesMs, cpuMillicores, memoryBytes }: PastSeries): number {
    const intake = this.intakeOf(container);
    if (!intake) return 0;
    const { into, kills, afterMs } = intake;
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
      if (memoryBytes) killUntil(atMs, into, kills);
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
    for (const intake of this.byNamespace.get(namespace)?.values() ?? []) {
      if (!intake) continue;
      killUntil(Number.POSITIVE_INFINITY, intake.into, intake.kills);
      intake.into.end();
    }
    this.byNamespace.delete(namespace);
  }

  private intakeOf(container: PastContainer): Intake | undefined {
    const { namespace, pod, container: name } = container;
    const intakes = ofKey(this.byNamespace, namespace, () => new Map());
    const key = `${pod}/${name}`;
    if (!intakes.has(key)) {
      const kind = this.kindOf(container);
      const afterMs = kind === 'init' ? undefined : this.afterOf(container);
      if (afterMs !== undefined) this.count++;
      const into = { ...container, isSidecar: kind === 'sidecar' };
      const intake = afterMs !== undefined && {
        into: openPastOf(this.state, into, this.formerUntil(container)),
        kills: this.killsOf(container).filter(({ atMs }) => atMs > afterMs),
        afterMs,
      };
      intakes.set(key, intake || undefined);
    }
    return intakes.get(key);
  }
}

/** Tells the kills until then, which must come in their order among the samples of memory. */
function killUntil(timeMs: number, into: PastIntake, kills: KillInPast[]): void {
  for (let kill = kills[0]; kill && kill.atMs <= timeMs; kill = kills[0]) {
    into.addOom(kill.atMs, kill.bytes);
    kills.shift();
  }
}
