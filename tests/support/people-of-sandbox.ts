import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { Api } from './raw-api';

const RBAC = '/apis/rbac.authorization.k8s.io/v1';

/** People of an embedded cluster, made by its administrator. */
export class PeopleOfSandbox {
  private readonly api: Api;
  readonly adminToken: string;

  constructor(kubeconfigPath: string) {
    const { clusters, users } = parse(readFileSync(kubeconfigPath, 'utf8')) as {
      clusters: [{ cluster: { server: string; 'certificate-authority-data': string } }];
      users: [{ user: { token: string } }];
    };
    const { server, 'certificate-authority-data': ca } = clusters[0].cluster;
    this.adminToken = users[0].user.token;
    this.api = new Api(server, Buffer.from(ca, 'base64').toString(), this.adminToken);
  }

  /** The token of a new service account that may read one namespace, and change nothing. */
  async readerOf(namespace: string): Promise<string> {
    const name = 'reader';
    const token = await this.strangerIn(namespace, name);
    await this.make(`${RBAC}/namespaces/${namespace}/rolebindings`, {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'RoleBinding',
      metadata: { name },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'view' },
      subjects: [{ kind: 'ServiceAccount', name, namespace }],
    });
    return token;
  }

  /** The token of a new service account that may do nothing. */
  async strangerIn(namespace: string, name = 'stranger'): Promise<string> {
    const accounts = `/api/v1/namespaces/${namespace}/serviceaccounts`;
    await this.make(accounts, { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name } });
    const issued = await this.make(`${accounts}/${name}/token`, {
      apiVersion: 'authentication.k8s.io/v1',
      kind: 'TokenRequest',
      spec: {},
    });
    return (issued as { status: { token: string } }).status.token;
  }

  async close(): Promise<void> {
    await this.api.close();
  }

  private async make(path: string, body: unknown): Promise<unknown> {
    const response = await this.api.send('POST', path, { body });
    if (!response.ok) throw new Error(`POST ${path}: ${response.status} ${await response.text()}`);
    return response.json();
  }
}
