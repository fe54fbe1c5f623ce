/** What ends a wait that no clock ends. */
export const AWAITED_EVENTS = {
  resume: 'someone resumes',
  'cluster-followed': 'the API server can be watched again',
  'admission-alive': 'the admission controller renews its lease',
  'pod-patched': 'a pod comes with the recommendation, or none comes without it for half an hour',
  'recommendation-changed': 'the recommendation changes',
  'conflict-resolved': 'only one autoscaler is left on the resource',
  'node-added': 'a larger node joins or the recommendation falls',
  'quota-freed': 'the quota is raised or other pods leave',
  'something-changed': 'the policy changes, or a new pod comes with the target',
  'replacement-seen': 'the replacement of an evicted pod runs',
  'replicas-up': 'more replicas run',
  'budget-allows': 'the disruption budget allows it',
  'budget-changed':
    'the budget is changed: maxUnavailable at least 1, or minAvailable below the number of pods',
  'resize-finished': 'the kubelet finishes the resize',
  'samples-gathered': 'more usage samples come in',
  'pod-ready': 'the pod becomes ready',
  'attempt-succeeds': 'the pod or the policy changes',
} as const;

export type AwaitedEvent = keyof typeof AWAITED_EVENTS;
