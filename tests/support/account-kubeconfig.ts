import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parse, stringify } from 'yaml';
import { loadAccess } from '@/server/kube/access';
import { KubeClient } from '@/server/kube/client';

/** Writes the kubeconfig of a new token of a service account, into `folder`; answers its path. */
export async function accountKubeconfig(
  admins: string,
  { namespace, name }: { namespace: string; name: string },
  folder: string,
): Promise<string> {
  const client = KubeClient.connect(loadAccess({ kubeconfig: admins }));
  const { status } = await client.request<{ status: { token: string } }>(
    'POST',
    `/api/v1/namespaces/${namespace}/serviceaccounts/${name}/token`,
    { body: { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: {} } },
  );
  await client.close();
  const kubeconfig = parse(readFileSync(admins, 'utf8')) as { users: { user: object }[] };
  for (const each of kubeconfig.users) each.user = { token: status.token };
  const file = path.join(folder, `${name}.kubeconfig`);
  writeFileSync(file, stringify(kubeconfig));
  return file;
}
