/** What an annotation of Plumbline is for, or another name of its own on an object. */
export interface Annotation {
  readonly name: `plumbline.dev/${string}`;
  /** The kinds of objects that have it. */
  readonly on: string;
  /** What it is if it is no annotation. */
  readonly as?: 'label' | 'finalizer' | 'extended resource' | 'key';
  /** What people write there, in Markdown; absent for what Plumbline writes. */
  readonly takes?: string;
  readonly says: string;
  /** The page about it, in `docs/`. */
  readonly guide?: string;
}

/** Those of no feature; `server/decide/features/` has the others. */
export const ANNOTATIONS = {
  controller: {
    name: 'plumbline.dev/controller',
    on: 'HPA',
    takes: '`plumbline`',
    says: 'Asks Plumbline to scale what the HPA targets, in place of the HPA controller.',
    guide: 'hpas.md',
  },
  requiresVpa: {
    name: 'plumbline.dev/requires-vpa',
    on: 'pod',
    takes: '`true`',
    says: 'The pod may not be created while no VPA targets its controller.',
  },
  optOut: {
    name: 'plumbline.dev/opt-out',
    on: 'namespace or workload',
    as: 'label',
    takes: '`true`',
    says: 'Keeps every rule off it.',
    guide: 'rules.md',
  },
  formerMode: {
    name: 'plumbline.dev/former-update-mode',
    on: 'VPA',
    says: 'The update mode before a stop, and one that was saved since: a resume restores it.',
  },
  outcome: {
    name: 'plumbline.dev/outcome',
    on: 'VPA',
    says: 'Which change of its pods is followed, and which amounts are held because a change was worse.',
    guide: 'outcomes.md',
  },
  replacements: {
    name: 'plumbline.dev/replacements',
    on: 'VPA',
    says: 'What came of the last evictions: the loop breaker counts by it.',
  },
  lastApplied: {
    name: 'plumbline.dev/last-applied',
    on: 'VPA',
    says: 'What its rule last wrote: what differs from it was edited by hand.',
    guide: 'rules.md',
  },
  policy: {
    name: 'plumbline.dev/policy',
    on: 'VPA',
    as: 'label',
    says: 'The rule that keeps it.',
    guide: 'rules.md',
  },
  vpasOfPolicy: {
    name: 'plumbline.dev/vpas-of-policy',
    on: 'VerticalScalingPolicy',
    as: 'finalizer',
    says: 'Keeps a deleted rule until it is known what becomes of its VPAs.',
    guide: 'rules.md',
  },
  resizedAt: {
    name: 'plumbline.dev/resized-at',
    on: 'pod',
    says: 'When Plumbline last resized it in place.',
  },
  raisesNext: {
    name: 'plumbline.dev/raises-next',
    on: 'pod',
    says: 'What of its last change is raised once what lowers has been granted, as `app cpu`.',
  },
  changes: {
    name: 'plumbline.dev/changes',
    on: 'pod',
    says: 'When Plumbline changed it in place within the last day.',
  },
  requestsBefore: {
    name: 'plumbline.dev/requests-before',
    on: 'pod',
    says: 'What its containers requested before the last resize, and since.',
  },
  admittedRequests: {
    name: 'plumbline.dev/admitted-requests',
    on: 'pod',
    says: 'The requests that admission wrote: its replacement is judged by them.',
  },
  seenCpu: {
    name: 'plumbline.dev/seen-cpu',
    on: 'VPA',
    says: 'The most CPU that containers were seen to use, where it is more than is recommended: no limit falls below it.',
    guide: 'cpu-limits.md',
  },
  recommenderState: {
    name: 'plumbline.dev/recommender-state',
    on: 'VerticalPodAutoscalerCheckpoint',
    says: 'What its recommender keeps beside the histograms.',
    guide: 'recommenders.md',
  },
  lives: {
    name: 'plumbline.dev/lives',
    on: 'VerticalPodAutoscalerCheckpoint',
    as: 'key',
    says: 'How long a container lived from start to start, to find leaks; in the text of `plumbline.dev/recommender-state`.',
  },
  ofSidecar: {
    name: 'plumbline.dev/sidecar',
    on: 'VerticalPodAutoscalerCheckpoint',
    as: 'key',
    says: 'That a checkpoint is of a native sidecar, not of an ordinary container of its name; in the text of `plumbline.dev/recommender-state`.',
  },
  takenOverFrom: {
    name: 'plumbline.dev/taken-over-from',
    on: 'ConfigMap',
    says: 'The namespace from which stops and prices of a former version came.',
    guide: 'security.md',
  },
  told: {
    name: 'plumbline.dev/told',
    on: 'Lease',
    says: 'Which messages were sent already, and by which process.',
    guide: 'messages.md',
  },
  trace: {
    name: 'plumbline.dev/trace',
    on: 'Event',
    says: 'The trace of what the event is about.',
    guide: 'observability.md',
  },
  webhookAddress: {
    name: 'plumbline.dev/webhook-address',
    on: 'MutatingWebhookConfiguration',
    says: 'The address that a process registered, to tell an edit by hand from another registration.',
  },
  replicasBefore: {
    name: 'plumbline.dev/replicas-before',
    on: 'Deployment',
    says: 'How many replicas a part of the upstream VPA had before it was scaled to 0.',
    guide: 'migration.md',
  },
  idleCpu: {
    name: 'plumbline.dev/idle-cpu-millicores',
    on: 'Node',
    as: 'extended resource',
    says: 'Millicores that are requested and not used.',
    guide: 'nodes.md',
  },
  idleMemory: {
    name: 'plumbline.dev/idle-memory-bytes',
    on: 'Node',
    as: 'extended resource',
    says: 'Bytes that are requested and not used.',
    guide: 'nodes.md',
  },
} as const satisfies Readonly<Record<string, Annotation>>;
