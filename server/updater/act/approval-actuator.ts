import { UNAPPROVED_REQUESTS_ANNOTATION, unapprovedText } from '../../decide/features/approvals/new-pods';
import { WAITS_SINCE_ANNOTATION } from '../../decide/features/approvals/waiting';
import type { WorkloadInput } from '../../decide/running/plan-input';
import type { PodPlan, VpaPlan } from '../../decide/running/planned';
import { unapprovedAfter } from '../../decide/running/unapproved-requests';
import type { KubeClient } from '../../kube/client';
import { isKubeError, MERGE_PATCH } from '../../kube/client';
import type { ClusterContext } from '../../kube/role-context';
import { errorText } from '../../lib/report/errors';
import { toKubeTime } from '../../lib/time/clock';
import { Slices } from '../../lib/time/slices';
import { API_RESOURCES, pathOf } from '../../objects/resources';
import { countOf } from '../../words/counts';
import { aboutVpa } from '../../words/object-fault';
import { reasonText } from '../../words/reasons';
import type { Task } from '../due';
import type { Planned } from '../shown-plan';

interface ApprovalHandOptions extends Pick<ClusterContext, 'clock' | 'log' | 'problems' | 'events'> {
  readonly client: Pick<KubeClient, 'request'>;
  mayAct(): boolean;
}

/** What is noted on a VPA; null removes it. */
type Notes = Readonly<Record<string, string | null>>;

/** VPAs written in one pass; the others wait for the next. */
const MOST_WRITES = 100;

/**
 * Notes on VPAs whose changes wait for a person what new pods get meanwhile, and since when a change waits. What a
 * change gives is noted before it is carried out: its replacement must get it whatever is recommended by then.
 */
export class ApprovalActuator {
  /** What could not be written in the last pass: it waits for all others, so that none of them waits for ever. */
  private failedBefore: ReadonlySet<string> = new Set();

  constructor(private readonly options: ApprovalHandOptions) {}

  /** Writes the notes that a plan needs; returns the tasks that may be carried out. */
  async prepare({ plan, workloads }: Planned, tasks: readonly Task[]): Promise<readonly Task[]> {
    const { clock, problems, mayAct } = this.options;
    const acting = new Map(tasks.map(({ workload, pods }) => [workload, pods]));
    const unready = new Set<WorkloadInput>();
    const failed = new Set<string>();
    const slices = new Slices();
    const due: { workload: WorkloadInput; vpaPlan: VpaPlan; notes: Notes }[] = [];
    for (const [index, workload] of workloads.entries()) {
      const pause = slices.breathe();
      if (pause) await pause;
      const vpaPlan = plan.vpas[index];
      const notes = vpaPlan && changedNotes(workload, vpaPlan, acting.get(workload) ?? [], clock.now());
      if (notes) due.push({ workload, vpaPlan, notes });
    }
    const failedBefore = ({ workload }: (typeof due)[number]) =>
      Number(this.failedBefore.has(aboutVpa(workload.vpa)));
    let writes = 0;
    for (const { workload, vpaPlan, notes } of due.sort((a, b) => failedBefore(a) - failedBefore(b))) {
      if (!mayAct()) break;
      if (++writes > MOST_WRITES) {
        unready.add(workload);
        continue;
      }
      try {
        await this.write(workload, notes);
        if (notes[WAITS_SINCE_ANNOTATION]) this.tell(workload, vpaPlan);
      } catch (thrown) {
        unready.add(workload);
        if (!isKubeError(thrown, 'not-leading')) failed.add(this.failed(workload, thrown));
      }
    }
    this.failedBefore = failed;
    problems.clearExcept('approvals-not-noted', failed);
    return unready.size === 0 ? tasks : tasks.filter(({ workload }) => !unready.has(workload));
  }

  private async write({ vpa: { namespace, name, vpa } }: WorkloadInput, notes: Notes): Promise<void> {
    await this.options.client.request('PATCH', pathOf(API_RESOURCES.vpas, namespace, name), {
      body: { metadata: { uid: vpa.metadata.uid, annotations: notes } },
      contentType: MERGE_PATCH,
    });
  }

  private tell({ vpa: { vpa } }: WorkloadInput, { pods }: VpaPlan): void {
    const { events, clock } = this.options;
    const waiting = pods.filter(awaitsApproval);
    const reason = waiting[0]?.reasons.find(({ code }) => code === 'awaits-approval');
    if (!reason) return;
    const message = `${countOf(waiting.length, 'pod')}. ${reasonText(reason, clock.now())}`;
    events.emit({ object: vpa, type: 'Normal', reason: 'AwaitsApproval', message });
  }

  /** Returns what the problem is about. */
  private failed({ vpa }: WorkloadInput, thrown: unknown): string {
    const about = aboutVpa(vpa);
    this.options.problems.report('approvals-not-noted', about, errorText(thrown));
    if (!isKubeError(thrown)) this.options.log.error({ err: thrown, about }, 'A VPA cannot be noted on');
    return about;
  }
}

/** What is to be written; undefined if all stays. */
function changedNotes(
  workload: WorkloadInput,
  plan: VpaPlan,
  acting: readonly PodPlan[],
  nowMs: number,
): Notes | undefined {
  const { vpa, approvals, stop, overruledBy } = workload;
  const known = vpa.vpa.metadata.annotations;
  if (stop || (!approvals && !known?.[UNAPPROVED_REQUESTS_ANNOTATION] && !known?.[WAITS_SINCE_ANNOTATION]))
    return undefined;
  const isAsked = approvals && overruledBy === undefined && vpa.mode !== 'Off' && vpa.mode !== 'Initial';
  const since = isAsked && plan.pods.some(awaitsApproval);
  const next: Notes = {
    [UNAPPROVED_REQUESTS_ANNOTATION]: isAsked ? unapprovedText(unapprovedAfter(workload, acting)) : null,
    [WAITS_SINCE_ANNOTATION]: since ? (known?.[WAITS_SINCE_ANNOTATION] ?? toKubeTime(nowMs)) : null,
  };
  const changed = Object.entries(next).filter(([name, value]) => value !== (known?.[name] ?? null));
  return changed.length > 0 ? Object.fromEntries(changed) : undefined;
}

function awaitsApproval({ decision, reasons }: PodPlan): boolean {
  return decision === 'wait' && reasons.some(({ code }) => code === 'awaits-approval');
}
