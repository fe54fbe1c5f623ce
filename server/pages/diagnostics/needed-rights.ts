import type { Right } from '../../access';
import type { Config } from '../../config';

/** The rights that one ClusterRole of the manifests, and the Roles for it, grant. */
export interface NeededRights {
  /** The name of the role, without `plumbline-`. */
  part: string;
  file: string;
  /** What does not work without them. */
  without: string;
  /** Whether a process with these settings needs them. */
  isNeeded(config: Config): boolean;
  /** Whether it grants what one may well do without. */
  isOptional?: true;
  rules: readonly Rule[];
  /** On its own objects, in its own namespace. */
  own?: readonly Rule[];
  /** In the system namespace: what is shared with the upstream VPA, and what former versions kept there. */
  system?: readonly Rule[];
  /** In the namespace of the cluster's own parts. */
  inKubeSystem?: readonly Rule[];
}

/** Verbs on resources of a group; `names` narrows them to objects. */
type Rule = readonly [group: string, resources: string, verbs: string, names?: string];

const RBAC = 'deploy/rbac/rbac.yaml';
const READ = 'get list watch';
/** Whether the process runs the role, and not only to follow another. */
const runs =
  (role: string) =>
  ({ roles, followOnly }: Config) =>
    roles.includes(role) && !followOnly.includes(role);
/** A dashboard that leaves it to other processes to act. */
const onlyShows = ({ followOnly }: Config) => followOnly.includes('updater');
/** Where people sign in by token, their changes take their own rights. */
const changesForPeople = ({ auth }: Config) => auth !== 'token';
const lease = (name: string): Rule => ['coordination.k8s.io', 'leases', 'get update', name];
/** A lease of its own, and that of former versions. */
const leases = (name: string) => ({ own: [lease(name)], system: [lease(name)] });

/** Every right that a process may need, as `deploy/` grants it. */
export const NEEDED_RIGHTS: readonly NeededRights[] = [
  {
    part: 'reader',
    file: RBAC,
    without: 'Plumbline does not see part of the cluster, and decides nothing about it.',
    isNeeded: () => true,
    rules: [
      ['', 'pods nodes namespaces limitranges resourcequotas replicationcontrollers', READ],
      ['apps', 'deployments statefulsets daemonsets replicasets controllerrevisions', READ],
      ['batch', 'jobs cronjobs', READ],
      ['policy', 'poddisruptionbudgets', READ],
      ['autoscaling', 'horizontalpodautoscalers', READ],
      ['autoscaling.k8s.io', 'verticalpodautoscalers verticalpodautoscalercheckpoints', READ],
      ['plumbline.dev', 'verticalscalingpolicies podgroups changeapprovals', READ],
      ['*', '*/scale', 'get'],
    ],
    own: [
      ['', 'configmaps', READ, 'plumbline-stops'],
      ['', 'configmaps', READ, 'plumbline-prices'],
    ],
    system: [
      ['', 'configmaps', 'get', 'plumbline-stops'],
      ['', 'configmaps', 'get', 'plumbline-prices'],
    ],
  },
  {
    part: 'recommender',
    file: RBAC,
    without: 'Usage is not learned, or recommendations and checkpoints are not written.',
    isNeeded: runs('recommender'),
    rules: [
      ['metrics.k8s.io', 'pods', 'get list'],
      ['', 'events', READ],
      ['autoscaling.k8s.io', 'verticalpodautoscalers/status', 'patch'],
      ['autoscaling.k8s.io', 'verticalpodautoscalercheckpoints', 'create patch delete'],
      ['autoscaling.k8s.io', 'verticalpodautoscalers', 'patch'],
    ],
    ...leases('plumbline-recommender'),
  },
  {
    part: 'updater',
    file: RBAC,
    without: 'Pods are not evicted or resized, or stops and edits cannot be written.',
    isNeeded: runs('updater'),
    rules: [
      ['', 'pods/eviction', 'create'],
      ['', 'pods/resize', 'patch'],
      ['', 'events', 'create patch'],
      ['autoscaling.k8s.io', 'verticalpodautoscalers', 'patch'],
      ['plumbline.dev', 'changeapprovals', 'create delete'],
      ['authorization.k8s.io', 'subjectaccessreviews', 'create'],
    ],
    own: [
      lease('plumbline-updater'),
      ['', 'configmaps', 'patch', 'plumbline-stops'],
      ['', 'configmaps', 'patch', 'plumbline-prices'],
    ],
    system: [lease('plumbline-updater'), ['coordination.k8s.io', 'leases', READ, 'vpa-admission-controller']],
  },
  {
    part: 'hpa',
    file: RBAC,
    without: 'HPAs on pod, custom and external metrics cannot be evaluated.',
    isNeeded: runs('hpa'),
    rules: [
      ['metrics.k8s.io', 'pods', 'get list'],
      ['custom.metrics.k8s.io external.metrics.k8s.io', '*', 'get list'],
    ],
    ...leases('plumbline-horizontal'),
  },
  {
    part: 'rules',
    file: RBAC,
    without: 'Rules make no VPAs, and statuses of rules and PodGroups are not written.',
    isNeeded: runs('rules'),
    rules: [
      ['plumbline.dev', 'verticalscalingpolicies verticalscalingpolicies/finalizers', 'patch update'],
      ['plumbline.dev', 'verticalscalingpolicies/status podgroups/status', 'patch'],
      ['autoscaling.k8s.io', 'verticalpodautoscalers', 'create patch delete'],
      ['', 'events', 'create patch'],
    ],
    ...leases('plumbline-fleet'),
  },
  {
    part: 'admission',
    file: RBAC,
    without:
      'The webhook is not registered or has no certificate, so pods start as written and none is evicted.',
    isNeeded: runs('admission'),
    rules: [
      ['admissionregistration.k8s.io', 'mutatingwebhookconfigurations', 'get update', 'plumbline'],
      ['autoscaling.k8s.io', 'verticalpodautoscalers/status', 'patch'],
    ],
    own: [['', 'secrets', 'get update', 'plumbline-webhook-certificates']],
    system: [lease('vpa-admission-controller'), ['', 'secrets', 'get', 'plumbline-webhook-certificates']],
  },
  {
    part: 'follower',
    file: RBAC,
    without: 'What other processes decide is not shown here, or who of them leads.',
    isNeeded: ({ followOnly }) => followOnly.length > 0,
    rules: [
      ['metrics.k8s.io', 'pods', 'get list'],
      ['custom.metrics.k8s.io external.metrics.k8s.io', '*', 'get list'],
      ['', 'events', READ],
    ],
    own: ['plumbline-recommender', 'plumbline-updater', 'plumbline-horizontal', 'plumbline-fleet'].map(
      (name): Rule => ['coordination.k8s.io', 'leases', 'get', name],
    ),
    system: [['coordination.k8s.io', 'leases', READ, 'vpa-admission-controller']],
  },
  {
    part: 'dashboard',
    file: RBAC,
    without: 'Stops and prices that people set here do not reach other processes.',
    isNeeded: onlyShows,
    rules: [],
    own: [
      ['', 'configmaps', 'patch', 'plumbline-stops'],
      ['', 'configmaps', 'patch', 'plumbline-prices'],
    ],
  },
  {
    part: 'access',
    file: RBAC,
    without: 'Nobody can sign in, and nobody can be asked for their rights.',
    isNeeded: ({ auth }) => auth === 'token' || auth === 'oidc' || auth === 'proxy',
    rules: [
      ['authentication.k8s.io', 'tokenreviews', 'create'],
      ['authorization.k8s.io', 'subjectaccessreviews', 'create'],
    ],
  },
  {
    part: 'messages',
    file: RBAC,
    without: 'Processes cannot agree on which of them sends messages, so one may come twice.',
    isNeeded: ({ tellUrl }) => tellUrl.length > 0,
    rules: [],
    own: [lease('plumbline-telling')],
    system: [['coordination.k8s.io', 'leases', 'get', 'plumbline-telling']],
  },
  {
    part: 'horizontal-controller',
    file: 'deploy/optional/horizontal-controller.yaml',
    without: 'Plumbline does not scale by the HPAs that ask for it.',
    isNeeded: ({ hpaController }) => hpaController,
    rules: [
      ['autoscaling', 'horizontalpodautoscalers/status', 'patch'],
      ['*', '*/scale', 'get update'],
      ['', 'events', 'create patch'],
    ],
  },
  {
    part: 'publish-idle',
    file: 'deploy/optional/publish-idle.yaml',
    without: 'What is idle is not published on nodes.',
    isNeeded: ({ publishIdle }) => publishIdle,
    rules: [['', 'nodes/status', 'patch']],
    ...leases('plumbline-nodes'),
  },
  {
    part: 'read-kubelets',
    file: 'deploy/optional/read-kubelets.yaml',
    without:
      'The memoryThrottlingFactor of kubelets is not known; PLUMBLINE_MEMORY_THROTTLING_FACTOR can say it.',
    isNeeded: (config) => config.readKubelets && runs('recommender')(config),
    rules: [['', 'nodes/proxy', 'get']],
  },
  {
    part: 'annotate-pods',
    file: 'deploy/optional/annotate-pods.yaml',
    without:
      'What a pod requested before its last resize is not noted on it, so a new updater does not know it. It is the right to change the image of every pod: read the file first.',
    isNeeded: runs('updater'),
    isOptional: true,
    rules: [['', 'pods', 'patch']],
  },
  {
    part: 'edit-hpas',
    file: 'deploy/optional/edit-hpas.yaml',
    without: 'People cannot change HPAs on their pages, unless the cluster sees them as the author.',
    isNeeded: changesForPeople,
    isOptional: true,
    rules: [['autoscaling', 'horizontalpodautoscalers', 'get patch']],
  },
  {
    part: 'edit-from-dashboard',
    file: 'deploy/optional/edit-from-dashboard.yaml',
    without:
      'People cannot edit or approve VPAs on their pages, unless the cluster sees them as the author: this dashboard has no right to.',
    isNeeded: (config) => onlyShows(config) && changesForPeople(config),
    isOptional: true,
    rules: [
      ['autoscaling.k8s.io', 'verticalpodautoscalers', 'patch'],
      ['plumbline.dev', 'changeapprovals', 'create'],
    ],
  },
  {
    part: 'revert-from-dashboard',
    file: 'deploy/optional/revert-from-dashboard.yaml',
    without: 'People cannot revert resizes on the page of stops: this dashboard has no right to resize.',
    isNeeded: onlyShows,
    isOptional: true,
    rules: [['', 'pods/resize', 'patch']],
  },
  {
    part: 'edit-policies',
    file: 'deploy/optional/edit-policies.yaml',
    without:
      'People cannot make, change or delete rules on their pages, unless the cluster sees them as the author.',
    isNeeded: changesForPeople,
    isOptional: true,
    rules: [['plumbline.dev', 'verticalscalingpolicies', 'get create patch delete']],
  },
  {
    part: 'keep-threshold',
    file: 'deploy/optional/keep-threshold.yaml',
    without: 'Targets of HPAs are not rewritten for VPAs that ask for it by plumbline.dev/with-hpa.',
    isNeeded: runs('updater'),
    isOptional: true,
    rules: [['autoscaling', 'horizontalpodautoscalers', 'get patch']],
  },
  {
    part: 'node-autoscaling',
    file: 'deploy/optional/node-autoscaling.yaml',
    without:
      'Plumbline does not see whether nodes come by themselves; PLUMBLINE_NODE_AUTOSCALING can say so.',
    isNeeded: ({ roles, nodeAutoscaling }) =>
      nodeAutoscaling === 'auto' && (roles.includes('recommender') || roles.includes('updater')),
    isOptional: true,
    rules: [['karpenter.sh', 'nodepools nodeclaims', 'list']],
    inKubeSystem: [['', 'configmaps', 'get', 'cluster-autoscaler-status']],
  },
  {
    part: 'act-as-people',
    file: 'deploy/optional/act-as-people.yaml',
    without:
      'The cluster takes Plumbline for the author of changes, and only the audit log here names the person. Rights for single users and groups do not show here: the menu of each user says as whom the cluster sees their changes.',
    isNeeded: ({ auth }) => auth === 'oidc' || auth === 'proxy',
    isOptional: true,
    rules: [['', 'users groups', 'impersonate']],
  },
];

/** The rights of a need, one by one. */
export function rightsIn(
  { rules, own = [], system = [], inKubeSystem = [] }: NeededRights,
  { ownNamespace, systemNamespace }: Pick<Config, 'ownNamespace' | 'systemNamespace'>,
): Right[] {
  return [
    ...rules.flatMap((rule) => expanded(rule)),
    ...own.flatMap((rule) => expanded(rule, ownNamespace)),
    ...system.flatMap((rule) => expanded(rule, systemNamespace)),
    ...inKubeSystem.flatMap((rule) => expanded(rule, 'kube-system')),
  ];
}

function expanded([groups, resources, verbs, name]: Rule, namespace?: string): Right[] {
  return groups
    .split(' ')
    .flatMap((group) =>
      resources
        .split(' ')
        .flatMap((resource) => verbs.split(' ').map((verb) => ({ verb, group, resource, namespace, name }))),
    );
}
