import type { Clock } from '../../clock';
import { isKubeError, type KubeClient, MERGE_PATCH } from '../../kube/client';
import type { EventRecorder } from '../../kube/events';
import { aboutObject } from '../../kube/object-fault';
import { API_RESOURCES, pathOf } from '../../kube/resources';
import type { Logger } from '../../log';
import { HPA_LEADER_ANNOTATION, leaderOf, leaderText, nextLeader } from '../../policy/hpa-leader';
import type { ProblemReporter } from '../../problems';
import type { Recording } from '../../store';
import { retargetText } from '../../words/with-hpa';
import type { Task } from '../due';
import type { HpaFacts } from '../plan/hpa-facts';
import { rewriteOf } from '../plan/hpa-rewrite';
import type { WorkloadInput } from '../plan/plan-input';
import { Withdrawn } from './attempt';
import { ITSELF, retargetRecord, rewriteHpa } from './hpa-write';

interface HpaHandOptions {
  readonly client: KubeClient;
  readonly clock: Clock;
  readonly log: Logger;
  readonly events: EventRecorder;
  readonly recorder: Recording;
  readonly problems: ProblemReporter;
  /** Why nothing may be done for a VPA any more. */
  withdrawn(workload: WorkloadInput): string | undefined;
  mayAct(): boolean;
}

/**
 * Keeps what VPAs with a mode beside their HPA need: which metric leads it, and targets in percent that keep
 * their threshold. Of the changes of a pass, a target is rewritten before requests fall and after they rose:
 * so the threshold is never lower on the way than it is kept, and no pods are added for the change alone.
 */
export class HpaHand {
  constructor(private readonly options: HpaHandOptions) {}

  /** Writes what the HPAs need before `tasks`; returns those that may be carried out. */
  async prepare(workloads: readonly WorkloadInput[], tasks: readonly Task[]): Promise<readonly Task[]> {
    const planned = new Map(tasks.map(({ workload, pods }) => [workload, pods]));
    const unready = new Set<WorkloadInput>();
    const failed = new Set<string>();
    for (const workload of workloads) {
      const { hpa: facts, vpa, stop, overruledBy } = workload;
      if (!facts?.mode || vpa.mode === 'Off' || stop || overruledBy !== undefined) continue;
      if (!this.options.mayAct()) break;
      try {
        if (facts.mode === 'bottleneck') await this.noteLeader(workload, facts);
        else await this.keepThresholds(workload, facts, planned.get(workload) ?? []);
      } catch (thrown) {
        unready.add(workload);
        if (thrown instanceof Withdrawn) continue;
        failed.add(this.failed(workload, facts, thrown));
      }
    }
    this.options.problems.clearExcept('hpa-not-prepared', failed);
    return unready.size === 0 ? tasks : tasks.filter(({ workload }) => !unready.has(workload));
  }

  private async noteLeader({ vpa }: WorkloadInput, { hpa }: HpaFacts): Promise<void> {
    const { client, clock } = this.options;
    const former = leaderOf(vpa.vpa, hpa);
    const next = nextLeader(hpa, former, clock.now());
    if (!next || next === former) return;
    const { uid } = vpa.vpa.metadata;
    await client.request('PATCH', pathOf(API_RESOURCES.vpas, vpa.namespace, vpa.name), {
      body: { metadata: { uid, annotations: { [HPA_LEADER_ANNOTATION]: leaderText(next) } } },
      contentType: MERGE_PATCH,
    });
  }

  private async keepThresholds(
    workload: WorkloadInput,
    facts: HpaFacts,
    planned: Task['pods'],
  ): Promise<void> {
    const { client, clock, recorder, events, withdrawn, mayAct } = this.options;
    const { vpa } = workload;
    const { hpa } = facts;
    if (!rewriteOf(facts, hpa, vpa, planned)) return;
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

  /** Reports it; returns what the problem is about. */
  private failed({ vpa }: WorkloadInput, { hpa, mode }: HpaFacts, thrown: unknown): string {
    const { problems, log } = this.options;
    const message = thrown instanceof Error ? thrown.message : String(thrown);
    const about =
      mode === 'bottleneck'
        ? aboutObject('VerticalPodAutoscaler', vpa.vpa)
        : aboutObject('HorizontalPodAutoscaler', hpa);
    if (!isKubeError(thrown)) log.error({ err: thrown, about }, 'An HPA cannot be prepared');
    problems.report('hpa-not-prepared', about, message);
    return about;
  }
}
