import { givenText, HPA_GIVEN_ANNOTATION, readHpaGiven } from '../../decide/features/with-hpa/hpa-given';
import {
  HPA_LEADER_ANNOTATION,
  leaderOf,
  leaderText,
  nextLeader,
} from '../../decide/features/with-hpa/hpa-leader';
import { readThresholds } from '../../decide/features/with-hpa/hpa-thresholds';
import type { HpaFacts } from '../../decide/running/hpa-facts';
import { givenAfter } from '../../decide/running/hpa-given';
import { rewriteOf } from '../../decide/running/hpa-rewrite';
import type { WorkloadInput } from '../../decide/running/plan-input';
import type { KubeClient } from '../../kube/client';
import { isKubeError, MERGE_PATCH } from '../../kube/client';
import type { ClusterContext } from '../../kube/role-context';
import { errorText } from '../../lib/report/errors';
import { keyOf } from '../../objects/object-key';
import { API_RESOURCES, pathOf } from '../../objects/resources';
import type { JournalWriter } from '../../store';
import { aboutObject, aboutVpa } from '../../words/object-fault';
import { retargetText } from '../../words/with-hpa';
import type { Task } from '../due';
import { Withdrawn } from './attempt';
import { ITSELF, retargetRecord, rewriteHpa } from './hpa-write';

interface Note {
  readonly isThere: boolean;
  /** How often it was there and gone again. */
  readonly removals: number;
}

/** Who removes what is noted on an HPA so often will go on: a tool that nobody recognised. */
const MOST_REMOVALS = 2;
const REMOVED = 'somebody removes the threshold that is noted on it, so what it scales on is left alone';
/** HPAs written in one pass; the others wait for the next. */
const MOST_WRITES = 100;

interface HpaHandOptions extends Pick<ClusterContext, 'clock' | 'log' | 'problems' | 'events'> {
  readonly client: Pick<KubeClient, 'request'>;
  readonly recorder: JournalWriter;
  /** Why nothing may be done for a VPA any more. */
  withdrawn(workload: WorkloadInput): string | undefined;
  mayAct(): boolean;
}

type Write = () => Promise<void>;

/**
 * Keeps what VPAs with a mode beside their HPA need: which metric leads it, and targets in percent that keep
 * their threshold. Of the changes of a pass, a target is rewritten before requests fall and after they rose:
 * so the threshold is never lower on the way than it is kept, and no pods are added for the change alone.
 */
export class HpaActuator {
  /** By VPA: the note on its HPA as last seen. */
  private notes = new Map<string, Note>();

  constructor(private readonly options: HpaHandOptions) {}

  /** Writes what the HPAs need before `tasks`; returns those that may be carried out. */
  async prepare(workloads: readonly WorkloadInput[], tasks: readonly Task[]): Promise<readonly Task[]> {
    const planned = new Map(tasks.map(({ workload, pods }) => [workload, pods]));
    const unready = new Set<WorkloadInput>();
    const failed = new Set<string>();
    const notes = new Map<string, Note>();
    let writes = 0;
    for (const workload of workloads) {
      const { hpa: facts, vpa, stop, overruledBy } = workload;
      if (!facts?.mode || vpa.mode === 'Off' || stop || overruledBy !== undefined) continue;
      if (!this.options.mayAct()) break;
      const note = this.noteOn(workload, facts);
      notes.set(keyOf(workload.vpa), note);
      try {
        const pods = planned.get(workload) ?? [];
        const write =
          facts.mode === 'bottleneck'
            ? this.leaderOf(workload, facts)
            : this.thresholdsOf(workload, facts, pods);
        const give = this.givenOf(workload, facts, pods);
        if (!write && !give) continue;
        if (write && note.removals >= MOST_REMOVALS) failed.add(this.report(workload, facts, REMOVED));
        else if (++writes > MOST_WRITES) unready.add(workload);
        else {
          await write?.();
          await give?.();
        }
      } catch (thrown) {
        unready.add(workload);
        if (!(thrown instanceof Withdrawn) && !isKubeError(thrown, 'not-leading'))
          failed.add(this.failed(workload, facts, thrown));
      }
    }
    this.notes = notes;
    this.options.problems.clearExcept('hpa-not-prepared', failed);
    return unready.size === 0 ? tasks : tasks.filter(({ workload }) => !unready.has(workload));
  }

  private noteOn(workload: WorkloadInput, { hpa }: HpaFacts): Note {
    const { isThere: wasThere = false, removals = 0 } = this.notes.get(keyOf(workload.vpa)) ?? {};
    const isThere = readThresholds(hpa).size > 0;
    return { isThere, removals: removals + (wasThere && !isThere ? 1 : 0) };
  }

  /** What writes the leader of the HPA; undefined if it is still the same. */
  private leaderOf({ vpa }: WorkloadInput, { hpa }: HpaFacts): Write | undefined {
    const former = leaderOf(vpa.vpa, hpa);
    const next = nextLeader(hpa, former, this.options.clock.now());
    if (!next || next === former) return undefined;
    return () => this.annotate(vpa, { [HPA_LEADER_ANNOTATION]: leaderText(next) });
  }

  /** What notes the requests that new pods get too; undefined if they stay. */
  private givenOf({ vpa }: WorkloadInput, facts: HpaFacts, planned: Task['pods']): Write | undefined {
    const text = givenText(givenAfter(facts, vpa, planned));
    if (text === givenText(readHpaGiven(vpa.vpa))) return undefined;
    return () => this.annotate(vpa, { [HPA_GIVEN_ANNOTATION]: text });
  }

  private async annotate(
    { namespace, name, vpa }: WorkloadInput['vpa'],
    annotations: Record<string, string | null>,
  ): Promise<void> {
    await this.options.client.request('PATCH', pathOf(API_RESOURCES.vpas, namespace, name), {
      body: { metadata: { uid: vpa.metadata.uid, annotations } },
      contentType: MERGE_PATCH,
    });
  }

  /** What writes the thresholds and targets of the HPA; undefined if all stays. */
  private thresholdsOf(workload: WorkloadInput, facts: HpaFacts, planned: Task['pods']): Write | undefined {
    return rewriteOf(facts, facts.hpa, workload.vpa, planned)
      ? () => this.keepThresholds(workload, facts, planned)
      : undefined;
  }

  private async keepThresholds(
    workload: WorkloadInput,
    facts: HpaFacts,
    planned: Task['pods'],
  ): Promise<void> {
    const { client, clock, recorder, events, withdrawn, mayAct } = this.options;
    const { vpa } = workload;
    const { hpa } = facts;
    const beforeSend = () => {
      if (!mayAct() || withdrawn(workload)) throw new Withdrawn({ outcome: 'stopped', detail: '' });
    };
    const record = recorder.begin();
    try {
      const place = { namespace: vpa.namespace, name: hpa.metadata.name };
      const written = await rewriteHpa(
        client,
        place,
        (fresh) => rewriteOf(facts, fresh, vpa, planned),
        beforeSend,
      );
      const retargets = written?.retargets ?? [];
      if (retargets.length === 0) return record();
      const names = { namespace: vpa.namespace, vpa: vpa.name, hpa: hpa.metadata.name };
      record(retargetRecord(names, retargets, ITSELF, clock.now()));
      events.emit({
        object: hpa,
        type: 'Normal',
        reason: 'ThresholdKept',
        message: `VPA ${vpa.name} changes requests: ${retargets.map(retargetText).join('; ')}.`,
      });
    } catch (thrown) {
      record();
      throw thrown;
    }
  }

  /** Returns what the problem is about. */
  private failed(workload: WorkloadInput, facts: HpaFacts, thrown: unknown): string {
    const about = this.report(workload, facts, errorText(thrown));
    if (!isKubeError(thrown)) this.options.log.error({ err: thrown, about }, 'An HPA cannot be prepared');
    return about;
  }

  /** Returns what the problem is about. */
  private report({ vpa }: WorkloadInput, { hpa, mode }: HpaFacts, message: string): string {
    const about = mode === 'bottleneck' ? aboutVpa(vpa) : aboutObject('HorizontalPodAutoscaler', hpa);
    this.options.problems.report('hpa-not-prepared', about, message);
    return about;
  }
}
