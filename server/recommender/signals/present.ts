import type { ProblemReporter } from '@/server/kube/problems';
import type { Clock } from '@/server/lib/time/clock';
import type { RunOutcome } from '@/server/lib/time/repeat';
import type { ClusterState } from '@/server/model/cluster-state';
import { CPU_THROTTLED, type OtherSignal, PRESSURE_SIGNALS } from '@/server/model/other-signals';
import type { Pressure, Strain } from '@/server/model/pressure';
import type { CpuThrottling, SharesOfTime } from '@/server/model/throttling';
import type { Resource } from '@/server/objects/units';
import type { SignalSource, SignalValue } from '@/server/usage/signal-source';
import { ofKey } from '../../lib/memo/of-key';
import type { RecommenderMetrics } from '../metrics';
import { isMeasured, POD, type SignalStore, type VpaSignals } from './signal-store';

/** Up to this many namespaces are named in a query. */
const MOST_NAMESPACES = 10;

/** While there is no VPA, so that the first has samples soon. */
const LOOK_AGAIN_MS = 10_000;

const READ_BY_DECISIONS: ReadonlySet<string> = new Set([CPU_THROTTLED, ...Object.values(PRESSURE_SIGNALS)]);

/** How the last question about a signal ended; `none`: Prometheus has no series for it. */
export type SignalState =
  | { kind: 'unasked' }
  | { kind: 'values' | 'none'; atMs: number }
  | { kind: 'failed'; atMs: number; message: string };

interface PresentParts {
  source: SignalSource;
  signalStore: SignalStore;
  state: Pick<ClusterState, 'pod' | 'vpasFor'>;
  /** The VPAs that are served. */
  vpas(): Iterable<{ namespace: string; name: string }>;
  /** The only namespace that is served, if there is one. */
  namespace: string;
  windowMs: number;
  clock: Clock;
  problems: ProblemReporter;
  metrics: Pick<RecommenderMetrics, 'signalSamples' | 'signalAnswers'>;
}

interface Noted extends SharesOfTime {
  readonly shares: Map<string, Map<string, number>>;
  highest: number;
}

/** The shares of time of containers, as one answer of Prometheus told of them. */
class SharesLook {
  private readonly byVpa = new Map<VpaSignals, Noted>();

  /** @param sinceMs from when on it is measured, Unix ms */
  constructor(readonly sinceMs: number) {}

  of(vpa: VpaSignals): SharesOfTime | undefined {
    return this.byVpa.get(vpa);
  }

  note(vpa: VpaSignals, pod: string, container: string, share: number): void {
    const noted = ofKey(this.byVpa, vpa, () => ({ sinceMs: this.sinceMs, shares: new Map(), highest: 0 }));
    const ofPod = noted.shares.get(pod);
    if (ofPod) ofPod.set(container, share);
    else noted.shares.set(pod, new Map([[container, share]]));
    noted.highest = Math.max(noted.highest, share);
  }
}

/** Learns one present value of every signal of every container or pod that a VPA matches. */
export class PresentSignals {
  private readonly states: SignalState[];
  /** The last look at each signal that decisions read; none while Prometheus does not tell of it. */
  private looks: ReadonlyMap<string, SharesLook> = new Map();

  constructor(private readonly parts: PresentParts) {
    this.states = parts.signalStore.signals.map(() => ({ kind: 'unasked' }));
  }

  stateOf(signal: number): SignalState {
    return this.states[signal] ?? { kind: 'unasked' };
  }

  throttlingOf(vpa: VpaSignals): CpuThrottling | undefined {
    return this.looks.get(CPU_THROTTLED)?.of(vpa);
  }

  strainOf(vpa: VpaSignals | undefined): Strain {
    if (!vpa) return {};
    const look = this.looks.get(CPU_THROTTLED);
    // Of a container without a limit there are no series.
    const throttled = look && (look.of(vpa) ?? { sinceMs: look.sinceMs, shares: new Map(), highest: 0 });
    return { ...this.pressureOf(vpa), ...(throttled && { throttled }) };
  }

  pressureOf(vpa: VpaSignals): Pressure {
    const of = (resource: Resource) => this.looks.get(PRESSURE_SIGNALS[resource])?.of(vpa);
    return { cpu: of('cpu'), memory: of('memory') };
  }

  /** One query for each signal. Ends early if Prometheus is away; the next run tries again. */
  async run(stopping: AbortSignal): Promise<RunOutcome> {
    const { source, signalStore, problems, clock, vpas, namespace, windowMs } = this.parts;
    const atMs = clock.now();
    signalStore.follow(vpas(), atMs);
    const namespaces = [...new Set([...vpas()].map((vpa) => vpa.namespace))].sort();
    if (namespaces.length === 0) return { laterMs: LOOK_AGAIN_MS };
    const isAll = namespace === '' && namespaces.length > MOST_NAMESPACES;
    const pods = new Map<string, VpaSignals[]>();
    for (const [index, signal] of signalStore.signals.entries()) {
      const about = `${source.address}, ${signal.name}`;
      const seen = new Set<string>();
      const { signalSamples, signalAnswers } = this.parts.metrics;
      const look = READ_BY_DECISIONS.has(signal.name) ? new SharesLook(atMs - windowMs) : undefined;
      const take = (value: SignalValue) => this.take(value, { index, signal, atMs, seen, pods, look });
      const answer = await source.present(signal, { atMs, windowMs, namespaces, isAll }, take, stopping);
      stopping.throwIfAborted();
      signalSamples.inc({ signal: signal.name, from: 'present' }, seen.size);
      if (answer.kind === 'away') {
        this.looks = new Map();
        signalAnswers.inc({ signal: signal.name, answer: 'failed' });
        problems.report('signals-unavailable', source.address, answer.message);
        for (const [later] of signalStore.signals.entries())
          if (later >= index) this.states[later] = { kind: 'failed', atMs, message: answer.message };
        return 'done';
      }
      problems.clear('signals-unavailable', source.address);
      if (look) this.looks = withLook(this.looks, signal.name, answer.kind === 'values' ? look : undefined);
      if (answer.kind === 'values') {
        problems.clear('signals-unavailable', about);
        this.states[index] = { kind: answer.series > 0 ? 'values' : 'none', atMs };
      } else {
        problems.report('signals-unavailable', about, answer.message);
        this.states[index] = { kind: 'failed', atMs, message: answer.message };
      }
      signalAnswers.inc({ signal: signal.name, answer: this.stateOf(index).kind });
    }
    return 'done';
  }

  private take(
    { namespace, pod, container, value }: SignalValue,
    { index, signal, atMs, seen, pods, look }: TakingParts,
  ): void {
    if (!isMeasured(value)) return;
    const podKey = `${namespace}/${pod}`;
    const known = pods.get(podKey) ?? this.vpasOf(namespace, pod);
    // Strangers are not remembered: there may be any number.
    if (known.length === 0) return;
    pods.set(podKey, known);
    const isOfPod = signal.of === 'pod';
    if (!isOfPod && !this.parts.state.pod(namespace, pod)?.containers.includes(container)) return;
    const key = isOfPod ? podKey : `${podKey}/${container}`;
    if (seen.has(key)) return;
    seen.add(key);
    for (const vpa of known) {
      vpa.add(isOfPod ? POD : container, index, value, atMs);
      look?.note(vpa, pod, container, value);
    }
  }

  private vpasOf(namespace: string, podName: string): VpaSignals[] {
    const { state, signalStore } = this.parts;
    const pod = state.pod(namespace, podName);
    if (!pod) return [];
    return [...state.vpasFor(namespace, pod.labels)].flatMap(
      ({ name }) => signalStore.get(namespace, name) ?? [],
    );
  }
}

function withLook(looks: ReadonlyMap<string, SharesLook>, name: string, look: SharesLook | undefined) {
  const next = new Map(looks);
  if (look) next.set(name, look);
  else next.delete(name);
  return next;
}

interface TakingParts {
  index: number;
  signal: OtherSignal;
  atMs: number;
  /** Containers or pods whose value came already. */
  seen: Set<string>;
  /** The VPAs of pods met so far. */
  pods: Map<string, VpaSignals[]>;
  /** Where it is noted for decisions, if they read this signal. */
  look: SharesLook | undefined;
}
