import { choice, flag, nodeSize, positive, setting } from './setting';

export const FEATURES_SETTINGS = {
  featurePerVpaConfig: setting(
    'FEATURE_PER_VPA_CONFIG',
    'true',
    flag,
    'Honour per-VPA OOM and aggregation settings.',
  ),
  featureCpuStartupBoost: setting('FEATURE_CPU_STARTUP_BOOST', 'true', flag, 'Honour startup boosts.'),
  respectRoom: setting(
    'RESPECT_ROOM',
    'true',
    flag,
    'Recommend no more than a node can give beside what must run there, and than the quotas of the namespace allow; look for a place before a pod is evicted or grows; replace pods that wait for room. Upstream does none of it.',
  ),
  nodeAutoscaling: setting(
    'NODE_AUTOSCALING',
    'auto',
    choice(['auto', 'on', 'off']),
    'Whether nodes come by themselves, so that a pod may wait up to 10 minutes for one like the nodes there are. auto asks the status of the Cluster Autoscaler, in which some group must be below its maximum (nodes that a label of their provider puts in another do not count), and the NodePools of Karpenter, of which one must have limits with room; needs deploy/optional/node-autoscaling.yaml.',
  ),
  largestNode: setting(
    'LARGEST_NODE',
    '',
    nodeSize,
    'What the largest node that can come by itself offers to pods beside those of DaemonSets, such as cpu=16,memory=64Gi. Counts while nodes come by themselves, for pods that demand no label of their node. Empty means what Karpenter shows: the machines that its pools without taints made so far, within their requirements and what their limits leave, or the least that their requirements demand of CPU and memory. The Cluster Autoscaler shows no sizes, so no larger node comes than there are.',
  ),
  respectConflicts: setting(
    'RESPECT_CONFLICTS',
    'true',
    flag,
    'Leave a resource alone that another VPA controls or an HPA scales on; upstream does not check.',
  ),
  nativeSidecars: setting(
    'NATIVE_SIDECARS',
    'true',
    flag,
    'Size native sidecars (init containers with restartPolicy Always) as ordinary containers. Upstream ignores them so far.',
  ),
  cpuLimitStep: setting(
    'CPU_LIMIT_STEP',
    '10',
    positive,
    'CPU limits are proposed in whole steps of so many millicores, the nearest: kubelets round up to 10. A limit that equals its request stays so. 1 proposes any amount (upstream: 1).',
  ),
  featureInPlace: setting('FEATURE_IN_PLACE', 'true', flag, 'Honour update mode InPlace.'),
} as const;
