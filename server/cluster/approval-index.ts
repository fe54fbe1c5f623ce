import { byAge, type ChangeDecision, readDecision } from '../decide/features/approvals/decisions';
import type { ApprovalFacts } from '../decide/features/approvals/judge';
import {
  APPROVALS_ANNOTATION,
  type ApprovalsReading,
  approvalsOf,
  readRules,
} from '../decide/features/approvals/rules';
import type { WatchCache } from '../kube/watch-cache';
import { keyOf } from '../objects/object-key';
import type { ChangeApproval } from '../objects/plumbline-types';
import type { VerticalPodAutoscaler } from '../objects/vpa-types';
import { faultOf, type ObjectFault } from '../words/object-fault';

/** Decisions kept of one VPA, the newest; the updater collects more. */
const MOST_KEPT = 100;
const NONE: readonly ChangeDecision[] = [];

/** What was decided about one VPA, newest first. */
interface Decided {
  readonly namespace: string;
  readonly vpa: string;
  readonly decisions: readonly ChangeDecision[];
}

/** Those of a list that were made since the VPA was. */
interface SinceMade {
  readonly vpaMs: number;
  readonly decisions: readonly ChangeDecision[];
}

/** The decisions of people by VPA, and what each VPA asks for; kept up to date by a watch. */
export class ApprovalIndex {
  private readonly byVpa = new Map<string, Decided>();
  private readonly sinceMade = new WeakMap<readonly ChangeDecision[], SinceMade>();
  private readonly unreadable = new Map<string, ObjectFault>();
  private readonly byDefault: ApprovalsReading;
  private readonly end: () => void;

  /** @param defaultText the rules of a VPA that states none */
  constructor(
    private readonly cache: Pick<WatchCache<ChangeApproval>, 'subscribe' | 'state'>,
    private readonly defaultText: string,
  ) {
    this.byDefault = readRules(defaultText);
    this.end = cache.subscribe({
      added: (object) => this.put(object),
      updated: (former, object) => {
        this.drop(former);
        this.put(object);
      },
      deleted: (object) => this.drop(object),
    });
  }

  close(): void {
    this.end();
  }

  /** ChangeApprovals that cannot be read; none of them counts. */
  get faults(): Iterable<ObjectFault> {
    return this.unreadable.values();
  }

  readingOf(vpa: VerticalPodAutoscaler): ApprovalsReading {
    return vpa.metadata.annotations?.[APPROVALS_ANNOTATION] === undefined
      ? this.byDefault
      : approvalsOf(vpa, this.defaultText);
  }

  /** What a plan must know; undefined if no change of this VPA waits for a person. */
  factsOf(vpa: VerticalPodAutoscaler): ApprovalFacts | undefined {
    const { rules, fault } = this.readingOf(vpa);
    if (!rules) return undefined;
    const missing = this.missing();
    const decisions = missing ? NONE : this.decisionsOf(vpa);
    return { rules, decisions, ...(fault !== undefined && { fault }), ...(missing && { missing }) };
  }

  get isEmpty(): boolean {
    return this.byVpa.size === 0;
  }

  /** Everything decided, VPA by VPA, whether or not the VPA exists. */
  all(): Iterable<Decided> {
    return this.byVpa.values();
  }

  /**
   * The decisions about a VPA, newest first; the same list while none comes or goes. Those about an earlier VPA of the
   * same name do not count.
   */
  decisionsOf({ metadata }: VerticalPodAutoscaler): readonly ChangeDecision[] {
    const all = this.byVpa.get(keyOf(metadata))?.decisions;
    if (!all) return NONE;
    const vpaMs = Date.parse(metadata.creationTimestamp ?? '') || 0;
    if (all.every(({ madeMs }) => madeMs >= vpaMs)) return all;
    const known = this.sinceMade.get(all);
    if (known?.vpaMs === vpaMs) return known.decisions;
    const decisions = all.filter(({ madeMs }) => madeMs >= vpaMs);
    this.sinceMade.set(all, { vpaMs, decisions });
    return decisions;
  }

  /** Why nobody can decide anything here. */
  missing(): ApprovalFacts['missing'] {
    const { kind } = this.cache.state;
    if (kind === 'absent') return 'not-installed';
    return kind === 'forbidden' ? 'forbidden' : undefined;
  }

  private put(object: ChangeApproval): void {
    const place = keyOf(object.metadata);
    try {
      const decision = readDecision(object);
      const { namespace = '' } = object.metadata;
      const key = keyOf({ namespace, name: decision.vpa });
      const others = this.byVpa.get(key)?.decisions ?? NONE;
      const decisions = [...others, decision].sort(byAge).slice(0, MOST_KEPT);
      this.byVpa.set(key, { namespace, vpa: decision.vpa, decisions });
      this.unreadable.delete(place);
    } catch (thrown) {
      this.unreadable.set(place, faultOf('ChangeApproval', object, thrown));
    }
  }

  private drop(object: ChangeApproval): void {
    this.unreadable.delete(keyOf(object.metadata));
    const key = keyOf({ ...object.metadata, name: String(object.spec?.vpa) });
    const known = this.byVpa.get(key);
    if (!known) return;
    const decisions = known.decisions.filter(({ name }) => name !== object.metadata.name);
    if (decisions.length > 0) this.byVpa.set(key, { ...known, decisions });
    else this.byVpa.delete(key);
  }
}
