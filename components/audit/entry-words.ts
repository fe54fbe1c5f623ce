import type { AuditEntry } from '@/server/contract/audit';
import { countOf } from '@/server/words/counts';
import { partText } from '@/server/words/outcome-parts';
import { CAME_OF_IT } from '@/server/words/outcomes';
import {
  type ActionKind,
  type ChangeKind,
  HUB_CHANGES,
  OUTCOMES,
  type Outcome,
} from '@/server/words/records';
import { whoWords } from '@/server/words/who';
import { labelled } from '../lists/choices';
import { hpaHref, workloadHref } from '../navigation/pages';
import { localAbsoluteTime } from '../times/times';
import type { FilteredKind } from './audit-kinds';

/** One line of the log. */
export interface EntryWords {
  title: string;
  /** The outcome, and what came of it; empty if it succeeded and nothing more is known. */
  result: string;
  tone: 'good' | 'quiet' | 'warning' | 'bad';
  /** The pod or the user. */
  subject: string;
  detail?: string;
  /** Why it was not changed further, one reason each. */
  notes?: string[];
}

const ACTIONS: Record<ActionKind, string> = {
  evict: 'Eviction',
  resize: 'Resize in place',
  unboost: 'Startup boost ended',
  revert: 'Reverted in place',
};

const CHANGES: Record<ChangeKind, string> = {
  'update-mode': 'Update mode changed',
  'resource-policy': 'Policy changed',
  recommender: 'Recommender changed',
  'edited-in-cluster': 'Policy changed in the cluster',
  stop: 'Stop',
  resume: 'Resume',
  'mode-by-stop': 'Update mode changed by a stop or resume',
  revert: 'Revert requested',
  'clusters-stop': 'Stop of clusters',
  'clusters-resume': 'Resume of clusters',
  'clusters-revert': 'Revert in clusters',
  'clusters-change': 'Change in a cluster',
  'hpa-target': 'Target of the HPA rewritten',
  'hpa-rules': 'Rules of the HPA changed',
  prices: 'Prices changed',
  scenario: 'Scenario switched',
  replay: 'Replay started',
  'replay-cancelled': 'Replay cancelled',
  approved: 'Change approved',
  rejected: 'Change rejected',
  'try-again': 'Undone change to be tried again',
  'apply-now': 'Change asked for now',
  scale: 'Replicas changed',
  graduation: 'Step of graduation',
  'scaling-policy-made': 'Rule made',
  'scaling-policy-changed': 'Rule changed',
  'scaling-policy-deleted': 'Rule deleted',
  'policy-vpa-made': 'VPA made for a rule',
  'policy-vpa-changed': 'VPA brought to its rule',
  'policy-vpa-released': 'VPA kept after its rule',
  'policy-vpa-removed': 'VPA of a rule removed',
  'vpa-made': 'VPA made',
  'vpa-removed': 'VPA removed',
  'test-message': 'Test message sent',
  'inbox-dismissed': 'Line of the inbox dismissed',
  'inbox-restored': 'Line of the inbox shown again',
};

export const changeTitle = (change: ChangeKind): string => CHANGES[change];

const RESULTS_OF_CHANGES: Record<Extract<AuditEntry, { kind: 'change' }>['outcome'], string> = {
  done: '',
  refused: 'Refused.',
  unavailable: 'No answer: it may have been done.',
};

const DECISION_TITLES: Record<string, string> = {
  evict: 'Decided to evict',
  resize: 'Decided to resize',
  wait: 'Decided to wait',
  leave: 'Decided to leave alone',
  finished: 'Pod finished',
};

/** What was done to pods, as the filter and the chart name it. */
export const ACTIONS_DONE: Record<ActionKind, string> = {
  evict: 'Evictions',
  resize: 'Resizes in place',
  unboost: 'Startup boosts that ended',
  revert: 'Reverts in place',
};

/** The plural of each, for the filter. */
const FILTERED: Record<FilteredKind, Record<string, string>> = {
  action: ACTIONS_DONE,
  change: {
    'update-mode': 'Changes of the update mode',
    'resource-policy': 'Policy changes',
    recommender: 'Changes of the recommender',
    'edited-in-cluster': 'Policy changes in the cluster',
    stop: 'Stops',
    resume: 'Resumes',
    'mode-by-stop': 'Update modes changed by stops',
    revert: 'Reverts requested',
    'clusters-stop': 'Stops of clusters',
    'clusters-resume': 'Resumes of clusters',
    'clusters-revert': 'Reverts in clusters',
    'clusters-change': 'Changes in clusters by the hub',
    'hpa-target': 'Rewritten targets of HPAs',
    'hpa-rules': 'Changes of HPAs',
    prices: 'Changes of prices',
    scenario: 'Scenario switches',
    replay: 'Replays started',
    'replay-cancelled': 'Replays cancelled',
    approved: 'Changes approved',
    rejected: 'Changes rejected',
    'try-again': 'Undone changes to be tried again',
    'apply-now': 'Changes asked for now',
    scale: 'Replica changes',
    graduation: 'Steps of graduation',
    'scaling-policy-made': 'Rules made',
    'scaling-policy-changed': 'Rules changed',
    'scaling-policy-deleted': 'Rules deleted',
    'policy-vpa-made': 'VPAs made for rules',
    'policy-vpa-changed': 'VPAs brought to their rules',
    'policy-vpa-released': 'VPAs kept after their rules',
    'policy-vpa-removed': 'VPAs of rules removed',
    'vpa-made': 'VPAs made',
    'vpa-removed': 'VPAs removed',
    'test-message': 'Test messages sent',
    'inbox-dismissed': 'Dismissed lines of the inbox',
    'inbox-restored': 'Lines of the inbox shown again',
  } satisfies Record<ChangeKind, string>,
  admission: {},
  decision: {
    evict: 'Decisions to evict',
    resize: 'Decisions to resize',
    wait: 'Decisions to wait',
    leave: 'Decisions to leave alone',
    finished: 'Pods that finished',
  },
};

/** The filter's choices: what was done, changed or decided, of the kinds shown. */
export function whatChoices(kinds: readonly FilteredKind[]): { value: string; label: string }[] {
  const choices = new Map<string, string[]>();
  for (const kind of kinds)
    for (const [value, label] of Object.entries(FILTERED[kind]))
      choices.set(value, [...(choices.get(value) ?? []), label]);
  return [...choices].map(([value, labels]) => ({ value, label: labels.join(', ') }));
}

export const OUTCOME_CHOICES = labelled(OUTCOMES);

const OUTCOME_TONES: Record<Outcome, EntryWords['tone']> = {
  done: 'good',
  changed: 'quiet',
  'no-room': 'quiet',
  gone: 'quiet',
  ended: 'quiet',
  stopped: 'quiet',
  'budget-refused': 'warning',
  conflict: 'warning',
  refused: 'bad',
  forbidden: 'bad',
  unavailable: 'bad',
};

export function entryWords(entry: AuditEntry): EntryWords {
  switch (entry.kind) {
    case 'action':
      return {
        title: ACTIONS[entry.action],
        result: resultOf(entry),
        tone: entry.cameOfIt === 'undone' ? 'bad' : OUTCOME_TONES[entry.outcome],
        subject: entry.pod,
        ...(entry.detail && { detail: entry.detail }),
        ...(entry.trace && { notes: [`Trace ${entry.trace}`] }),
      };
    case 'admission':
      return {
        title: 'Admitted by the webhook',
        result: entry.count > 1 ? `${countOf(entry.count, 'pod')} alike within a minute` : '',
        tone: 'good',
        subject: entry.pod,
        ...(entry.detail && { notes: entry.detail.split('\n') }),
      };
    case 'change':
      return {
        title: CHANGES[entry.change],
        result: RESULTS_OF_CHANGES[entry.outcome],
        tone: entry.outcome === 'done' ? 'good' : 'bad',
        subject: `by ${whoWords(entry.who)}`,
        ...(entry.detail && { detail: entry.detail }),
        ...(entry.trace && { notes: [`Trace ${entry.trace}`] }),
      };
    case 'decision':
      return {
        title: DECISION_TITLES[entry.decision] ?? `Decided: ${entry.decision}`,
        result: '',
        tone: 'quiet',
        subject: entry.pod,
      };
    case 'gap':
      return {
        title: 'Gap in the record',
        result: gapWords(entry),
        tone: 'warning',
        subject: '',
        ...(entry.detail && { detail: entry.detail }),
      };
  }
}

/** The outcome of the attempt, or what came of it since. */
function resultOf({ outcome, part, cameOfIt }: Extract<AuditEntry, { kind: 'action' }>): string {
  if (outcome !== 'done') return OUTCOMES[outcome];
  if (cameOfIt === undefined) return '';
  return part === undefined ? CAME_OF_IT[cameOfIt] : `${CAME_OF_IT[cameOfIt]} ${partText(part)}.`;
}

function gapWords({ sinceMs, atMs, dropped }: Extract<AuditEntry, { kind: 'gap' }>): string {
  const what =
    dropped > 0 ? `${countOf(dropped, 'entry is', 'entries are')} missing` : 'Entries may be missing';
  return `${what} from ${localAbsoluteTime(sinceMs)} to ${localAbsoluteTime(atMs)}.`;
}

/** The VPA or HPA of an entry; undefined for a namespace or the cluster. */
export function entryObject(entry: AuditEntry): { namespace: string; name: string } | undefined {
  if (entry.kind === 'gap') return undefined;
  const name = entry.kind === 'change' ? entry.name : entry.vpa;
  return entry.namespace && name ? { namespace: entry.namespace, name } : undefined;
}

/** Where the object of an entry is shown: changes of and by HPAs are about the HPA. */
export function entryHref(entry: AuditEntry): string | undefined {
  const object = entryObject(entry);
  if (!object) return undefined;
  const isOfHpa = entry.kind === 'change' && (entry.change === 'scale' || entry.change === 'hpa-rules');
  return (isOfHpa ? hpaHref : workloadHref)(object.namespace, object.name);
}

const isOfHub = (change: ChangeKind) => HUB_CHANGES.some((one) => one === change);

/** What an entry is about if not a single VPA or HPA. */
export function entryScope(entry: AuditEntry): string {
  if (entry.kind === 'gap') return '';
  if (entry.kind === 'change' && isOfHub(entry.change))
    return entry.name ? `Cluster ${entry.name}` : 'Clusters';
  return entry.namespace ? `Namespace ${entry.namespace}` : 'Everything';
}

/** The filter's choices: how far back. */
export const PERIOD_CHOICES = [
  { value: '', label: 'All' },
  { value: '1h', label: '1 h' },
  { value: '24h', label: '24 h' },
  { value: '7d', label: '7 d' },
];
