import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '@/sandbox/cluster';
import { silentLogger } from '@/server/lib/report/log';
import { wallClock } from '@/server/lib/time/clock';
import { accountsIn, covers, grantsOf, type RbacObject } from '../house/rights/grants';
import { FORMER_RIGHTS, rbacOf, SHAPES } from '../house/rights/table';
import { accountKubeconfig } from '../support/account-kubeconfig';
import { refusalsOf } from '../support/refusals';
import { installRights } from '../support/shipped-rights';

const NAMESPACES = ['plumbline', 'kube-system', 'default'];

const ACCOUNTS = Object.entries(SHAPES).flatMap(([shape, places]) => {
  const manifests = rbacOf(places);
  return accountsIn(manifests).map((account) => ({ shape, places, account, manifests }));
});
const titled = ACCOUNTS.map((one) => [`${one.account} of ${one.shape}`, one] as const);

/** What no account of Plumbline may do, without what is in deploy/optional. */
const NOBODY: [verb: string, resource: string, group?: string][] = [
  ...['secrets', 'configmaps', 'pods', 'pods/exec', 'pods/attach', 'pods/portforward', 'serviceaccounts'].map(
    (resource): [string, string] => ['create', resource],
  ),
  ...['update', 'patch', 'delete', 'deletecollection'].map((verb): [string, string] => [verb, 'pods']),
  ...['get', 'list', 'watch', 'update', 'patch', 'delete'].map((verb): [string, string] => [verb, 'secrets']),
  ['create', 'serviceaccounts/token'],
  ['create', 'leases', 'coordination.k8s.io'],
  ['create', 'mutatingwebhookconfigurations', 'admissionregistration.k8s.io'],
  ['update', 'mutatingwebhookconfigurations', 'admissionregistration.k8s.io'],
  ...['create', 'update', 'patch', 'bind', 'escalate'].flatMap((verb) =>
    ['roles', 'clusterroles', 'rolebindings', 'clusterrolebindings'].map(
      (resource): [string, string, string] => [verb, resource, 'rbac.authorization.k8s.io'],
    ),
  ),
  ...['users', 'groups', 'serviceaccounts'].map((resource): [string, string] => ['impersonate', resource]),
  ['patch', 'nodes/status'],
  ['update', 'deployments/scale', 'apps'],
  ['patch', 'deployments', 'apps'],
];
/** What one process alone may do of those apart. */
const ALONE: [account: string, verb: string, resource: string, group?: string, name?: string][] = [
  ['plumbline-updater', 'create', 'pods/eviction'],
  ['plumbline-updater', 'patch', 'pods/resize'],
  ['plumbline-updater', 'delete', 'verticalpodautoscalers', 'autoscaling.k8s.io'],
  ['plumbline-recommender', 'delete', 'verticalpodautoscalercheckpoints', 'autoscaling.k8s.io'],
  [
    'plumbline-admission',
    'update',
    'mutatingwebhookconfigurations',
    'admissionregistration.k8s.io',
    'plumbline',
  ],
  ['plumbline-admission', 'get', 'secrets', '', 'plumbline-webhook-certificates'],
  ['plumbline-dashboard', 'create', 'tokenreviews', 'authentication.k8s.io'],
];

const mayIn =
  (manifests: readonly RbacObject[]) =>
  (account: string, verb: string, resource: string, group = '', name?: string) =>
    NAMESPACES.some((namespace) =>
      covers(grantsOf(manifests, 'plumbline', account), { verb, group, resource, namespace, name }),
    );

describe('the rights in the manifests', () => {
  it.each(titled)('let %s do nothing that no account may', (_, { account, manifests }) => {
    const may = mayIn(manifests);
    expect(NOBODY.filter((right) => may(account, ...right))).toEqual([]);
    expect(may(account, 'list', 'pods')).toBe(true);
  });

  it('let one process alone do each thing that changes the cluster, where each has its own account', () => {
    const manifests = rbacOf(SHAPES['per-role']);
    const may = mayIn(manifests);
    const holders = ALONE.map(([, ...right]) => accountsIn(manifests).filter((one) => may(one, ...right)));
    expect(holders).toEqual(ALONE.map(([account]) => [account]));
  });

  it('are fewer than those of former versions', () => {
    const may = mayIn(rbacOf([FORMER_RIGHTS]));
    const former = NOBODY.filter((right) => may('plumbline', ...right)).map((right) => right.join(' '));
    expect(former.sort()).toEqual([
      'create configmaps',
      'create leases coordination.k8s.io',
      'create mutatingwebhookconfigurations admissionregistration.k8s.io',
      'create secrets',
      'patch pods',
    ]);
  });
});

describe('the token of an account', () => {
  let folder: string;
  let sandbox: Sandbox;

  beforeEach(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'plumbline-rights-'));
    const options = { port: 0, clock: wallClock, log: silentLogger, scenario: 'empty', seed: 1 };
    sandbox = await startSandbox({ ...options, dataDir: folder });
  });
  afterEach(async () => {
    await sandbox.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it.each(titled)(
    'of %s is refused for each request without a right',
    async (_, { places, account, manifests }) => {
      await installRights(sandbox, ...places);
      const grants = grantsOf(manifests, 'plumbline', account);
      const tokens = await accountKubeconfig(
        sandbox.kubeconfigPath,
        { namespace: 'plumbline', name: account },
        folder,
      );
      const { refused, notRefused } = await refusalsOf(
        { admin: sandbox.kubeconfigPath, account: tokens },
        grants,
        NAMESPACES,
      );
      expect(notRefused).toEqual([]);
      expect(refused).toBeGreaterThan(1_000);
      // With a right less, the same requests find one that is granted.
      const less = grants.filter(({ resource }) => resource !== 'nodes');
      const found = await refusalsOf({ admin: sandbox.kubeconfigPath, account: tokens }, less, NAMESPACES);
      expect(found.notRefused.some((one) => one.startsWith('GET /api/v1/nodes'))).toBe(true);
    },
  );
});
