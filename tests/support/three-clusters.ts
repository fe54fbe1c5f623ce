import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Sandbox, startSandbox } from '@/sandbox/cluster';
import { silentLogger } from '@/server/lib/report/log';
import { wallClock } from '@/server/lib/time/clock';
import { type Dashboard, startDashboard } from './dashboard';
import { freePort } from './free-port';
import { HeadlessProcess } from './headless-process';

const RBAC = 'rbac.authorization.k8s.io';
const SECRET = 'of-the-members';
const CLUSTERS = 'clusters.yaml';
const NAMES = ['ap-1', 'eu-1', 'us-1'] as const;

type Name = (typeof NAMES)[number];

interface Member {
  sandbox: Sandbox;
  port: number;
  dashboard: Dashboard;
  beside: HeadlessProcess;
}

/**
 * Three embedded clusters, each with a process that has pages and one that has none, and a hub without a cluster over
 * them. Ada may do anything in all of them, Eve in eu-1 alone.
 */
export class ThreeClusters {
  private constructor(
    private readonly folder: string,
    readonly members: Readonly<Record<Name, Member>>,
    private readonly hubPort: number,
    public hub: Dashboard,
  ) {}

  static async start(): Promise<ThreeClusters> {
    const folder = mkdtempSync(path.join(tmpdir(), 'plumbline-three-'));
    const started = await Promise.all(NAMES.map((name) => member(folder, name)));
    const members = Object.fromEntries(NAMES.map((name, index) => [name, started[index]])) as Record<
      Name,
      Member
    >;
    writeFileSync(path.join(folder, 'secret'), SECRET);
    const signOn =
      '{ kind: proxy, secretFile: secret, userHeader: x-member-user, groupsHeader: x-member-groups }';
    const lines = NAMES.map(
      (name) =>
        `  - { name: ${name}, url: "${members[name].dashboard.url}", labels: { region: ${name.slice(0, 2)} }, signOn: ${signOn} }`,
    );
    writeFileSync(path.join(folder, CLUSTERS), `clusters:\n${lines.join('\n')}\n`);
    const hubPort = await freePort();
    return new ThreeClusters(folder, members, hubPort, await startDashboard(hubSettings(folder), hubPort));
  }

  /** What the proxy in front of the hub sends for a person. */
  as(user: string): Record<string, string> {
    return { 'x-plumbline-proxy-secret': 'of-the-hub', 'x-user': user };
  }

  /** What the hub sends to a cluster for a person. */
  asHubFor(user: string): Record<string, string> {
    return { 'x-plumbline-proxy-secret': SECRET, 'x-member-user': user };
  }

  /** Has the process with the pages of a cluster be there again, at its address. */
  async revive(name: Name): Promise<void> {
    const one = this.members[name];
    one.dashboard = await startDashboard(settingsOf(this.folder, name), one.port);
  }

  /** Ends the hub as the kernel does, and has it be there again. */
  async restartHub(): Promise<void> {
    await this.hub.kill();
    this.hub = await startDashboard(hubSettings(this.folder), this.hubPort);
  }

  async close(): Promise<void> {
    await this.hub.stop();
    for (const { dashboard, beside, sandbox } of Object.values(this.members)) {
      await beside.kill();
      await dashboard.kill();
      await sandbox.close();
    }
    rmSync(this.folder, { recursive: true, force: true });
  }
}

function hubSettings(folder: string): Record<string, string> {
  return {
    PLUMBLINE_HUB_ALONE: 'true',
    PLUMBLINE_CLUSTERS: path.join(folder, CLUSTERS),
    PLUMBLINE_DATA_DIR: path.join(folder, 'hub'),
    PLUMBLINE_AUTH: 'proxy',
    PLUMBLINE_PROXY_SECRET: 'of-the-hub',
    PLUMBLINE_IDENTITY_HEADER: 'x-user',
  };
}

function settingsOf(folder: string, name: string, process = 'pages'): Record<string, string> {
  return {
    PLUMBLINE_KUBECONFIG: path.join(folder, name, 'sandbox.kubeconfig'),
    PLUMBLINE_DATA_DIR: path.join(folder, name, process),
    PLUMBLINE_LEADER_ELECT: 'true',
    PLUMBLINE_ROLES: 'recommender,updater',
    PLUMBLINE_RECOMMENDER_INTERVAL: '2s',
    PLUMBLINE_UPDATER_INTERVAL: '2s',
    PLUMBLINE_LEAST_HISTORY: '1s',
    PLUMBLINE_LEAST_HISTORY_TO_LOWER: '0s',
    PLUMBLINE_CANARY: '0s',
    PLUMBLINE_WARM_UP: '0s',
    PLUMBLINE_AUTH: 'proxy',
    PLUMBLINE_PROXY_SECRET: SECRET,
    PLUMBLINE_IDENTITY_HEADER: 'x-member-user',
    PLUMBLINE_GROUPS_HEADER: 'x-member-groups',
  };
}

async function member(folder: string, name: Name): Promise<Member> {
  const dataDir = path.join(folder, name);
  mkdirSync(dataDir);
  const sandbox = await startSandbox({
    port: 0,
    clock: wallClock,
    log: silentLogger,
    scenario: 'small-shop',
    seed: 1,
    dataDir,
  });
  for (const user of name === 'eu-1' ? ['ada', 'eve'] : ['ada'])
    await sandbox.registry.create(`clusterrolebindings.${RBAC}`, {
      apiVersion: `${RBAC}/v1`,
      kind: 'ClusterRoleBinding',
      metadata: { name: user },
      roleRef: { apiGroup: RBAC, kind: 'ClusterRole', name: 'cluster-admin' },
      subjects: [{ apiGroup: RBAC, kind: 'User', name: user }],
    } as never);
  const port = await freePort();
  const beside = await HeadlessProcess.start(settingsOf(folder, name, 'beside'));
  const dashboard = await startDashboard(settingsOf(folder, name), port);
  return { sandbox, port, dashboard, beside };
}
