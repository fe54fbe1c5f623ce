/** What to do when the API server refuses a pod with such a message; the first match counts. */
const REMEDIES: readonly [said: RegExp, remedy: string][] = [
  [
    /webhook/i,
    'Restore the service behind the webhook in the message, or set its failurePolicy to Ignore: `kubectl get mutatingwebhookconfigurations,validatingwebhookconfigurations`.',
  ],
  [/exceeded quota/i, 'Raise the ResourceQuota in the message, or free some of it.'],
  [
    /(maximum|minimum) .* (per|limit)|LimitRange|ratio per/i,
    'Change the LimitRange of the namespace, or the requests and limits in the pod template.',
  ],
];

/** What to do about a refusal with this message of the API server. */
export function remedyOfRefusal(message: string): string {
  const found = REMEDIES.find(([said]) => said.test(message));
  return found?.[1] ?? 'Fix what the message says; the controller tries again by itself.';
}
