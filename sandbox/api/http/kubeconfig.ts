import { stringify } from 'yaml';

/** A kubeconfig with one cluster, one user and one context. */
export function kubeconfigFor(access: {
  url: string;
  caPem: string;
  user: string;
  token: string;
  namespace?: string;
}): string {
  const { url, caPem, user, token, namespace } = access;
  return stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [
      {
        name: 'sandbox',
        cluster: { server: url, 'certificate-authority-data': Buffer.from(caPem).toString('base64') },
      },
    ],
    users: [{ name: user, user: { token } }],
    contexts: [
      { name: 'sandbox', context: { cluster: 'sandbox', user, ...(namespace ? { namespace } : {}) } },
    ],
    'current-context': 'sandbox',
  });
}
