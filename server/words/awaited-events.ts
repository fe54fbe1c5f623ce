/** What ends a wait that has no end time; follows "until". */
export const AWAITED_EVENTS = {
  resume: 'someone resumes',
  approval: 'someone approves the change',
  'cluster-followed': 'the API server can be watched again',
  'admission-alive': 'the admission controller renews its lease',
  'pod-patched': 'a new pod gets the recommendation, or none is created without it for half an hour',
  'recommendation-changed': 'the recommendation changes',
  'calendar-corrected': 'the calendar can be read and opens',
  'first-change-corrected': 'plumbline.dev/first-change-after can be read',
  'mark-removed': 'the mark goes, or the VPA says in plumbline.dev/may-evict that such pods may go',
  'conflict-resolved': 'only one autoscaler controls the resource',
  'hpa-steadies': 'the HPA would change the replicas by less',
  'node-added': 'a larger node joins or the recommendation falls',
  'node-uses-less': 'the node used less for 14 days, or more is requested on it',
  'room-freed': 'other pods request less or go, or a node joins',
  'quota-freed': 'the quota is raised or other pods free some of it',
  'something-changed': 'the policy changes, or a new pod gets the target',
  'replacement-seen': 'the replacement of an evicted pod runs',
  'outcome-known': 'it is known what came of the first pod',
  'replicas-up': 'more replicas run',
  'budget-allows': 'the disruption budget allows it',
  'budget-changed':
    'one budget covers the pod, with maxUnavailable of at least 1, or minAvailable below the number of pods',
  'resize-granted':
    'its kubelet has room: it tries at once when a pod of the node ends or has lowered itself in place, else every 3 min',
  'node-mended': 'the node is as the pod needs it again',
  'resize-finished': 'the kubelet finishes the resize',
  'samples-gathered': 'more usage samples come in',
  'pod-ready': 'the pod becomes ready',
  'attempt-succeeds': 'the pod or the policy changes',
} as const;

export type AwaitedEvent = keyof typeof AWAITED_EVENTS;
