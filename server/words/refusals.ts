/** What the API server says when it refuses a pod, with what to do about it; the first that fits counts. */
const REMEDIES: readonly [said: RegExp, remedy: string][] = [
  [
    /webhook/i,
    'Bring back the service behind the webhook that the message names, or set its failurePolicy to Ignore: `kubectl get mutatingwebhookconfigurations,validatingwebhookconfigurations`.',
  ],
  [/exceeded quota/i, 'Raise the ResourceQuota that the message names, or free some of it.'],
  [
    /(maximum|minimum) .* (per|limit)|LimitRange|ratio per/i,
    'Change the LimitRange of the namespace, or the requests and limits in the pod template.',
  ],
];

/** What to do about a refusal, going by the words of the API server. */
export function remedyOfRefusal(message: string): string {
  const found = REMEDIES.find(([said]) => said.test(message));
  return found?.[1] ?? 'Mend what the message names; the controller tries again by itself.';
}
