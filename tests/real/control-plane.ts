import { type ChildProcess, spawn } from 'node:child_process';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, fetch } from 'undici';
import { stringify } from 'yaml';
import { freePort } from '../support/free-port';
import { PATIENCE_MS } from '../support/patience';
import type { Programs } from './programs';

/** Each component with the groups that Kubernetes gives it; `admin` is for people and tests. */
const USERS: Readonly<Record<string, { name: string; groups: readonly string[] }>> = {
  admin: { name: 'admin', groups: ['system:masters'] },
  controllers: { name: 'system:kube-controller-manager', groups: [] },
  scheduler: { name: 'system:kube-scheduler', groups: [] },
};
const READY_WITHIN_MS = 120_000;
const LOOK_EVERY_MS = 250;
const GRACE_MS = 10_000;
/** A kubelet that stands still for as long leaves its node ready. */
const NODE_GRACE = '10m';

export interface ControlPlaneOptions {
  /** Holds all that the cluster keeps, and the logs. */
  readonly folder: string;
  /** Nodes whose kubelets are real and run nothing: containers are told as running. */
  readonly hollowNodes: number;
  /** Of the API server; a free one if absent. */
  readonly port?: number;
  /** What the audit log tells (`audit.k8s.io/v1`); nothing is audited if absent. */
  readonly auditPolicy?: object;
  /** Which controllers run; all if absent. */
  readonly controllers?: readonly string[];
  /** Further flags of the API server. */
  readonly apiServerFlags?: readonly string[];
}

interface Answer {
  readonly status: number;
  readonly text: string;
}

/** A real control plane on loopback. */
export class ControlPlane {
  private readonly children = new Map<string, ChildProcess>();
  private connections: Agent | undefined;

  private constructor(
    readonly url: string,
    private readonly folder: string,
    private readonly tokens: Readonly<Record<string, string>>,
  ) {}

  /**
   * Resolves once the API server is ready and every node is.
   * @throws Error when a component ends before; its log is named
   */
  static async start({ kube, etcd }: Programs, options: ControlPlaneOptions): Promise<ControlPlane> {
    const { folder, hollowNodes } = options;
    mkdirSync(path.join(folder, 'log'), { recursive: true });
    const nodes = Array.from({ length: hollowNodes }, (_, index) => `node-${index + 1}`);
    const users = { ...USERS, ...Object.fromEntries(nodes.map((node) => [node, userOfNode(node)])) };
    const tokens = Object.fromEntries(
      Object.keys(users).map((who) => [who, randomBytes(16).toString('hex')]),
    );
    const port = options.port ?? (await freePort());
    const plane = new ControlPlane(`https://127.0.0.1:${port}`, folder, tokens);
    try {
      plane.write('tokens.csv', tokensFile(users, tokens));
      plane.writeServiceAccountKeys();
      if (options.auditPolicy) plane.write('audit-policy.yaml', stringify(options.auditPolicy));
      const etcdPort = await freePort();
      plane.run('etcd', etcd, etcdFlags(plane.at('etcd'), etcdPort, await freePort()));
      plane.run('apiserver', kube, ['kube-apiserver', ...plane.apiServerFlags(port, etcdPort, options)]);
      await plane.until('the API server is ready', async () => (await plane.text('/readyz')) === 'ok');
      for (const who of Object.keys(users)) plane.writeKubeconfig(who);
      plane.run('controllers', kube, [
        'kube-controller-manager',
        ...plane.controllerFlags(await freePort(), options),
      ]);
      plane.run('scheduler', kube, ['kube-scheduler', ...plane.schedulerFlags(await freePort())]);
      for (const node of nodes)
        plane.run(node, kube, [
          'hollow-kubelet',
          ...plane.kubeletFlags(node, await freePort(), await freePort()),
        ]);
      await plane.until('every node is ready', async () => (await plane.readyNodes()) >= hollowNodes);
      return plane;
    } catch (error) {
      await plane.stop();
      throw error;
    }
  }

  get kubeconfig(): string {
    return this.at('admin.kubeconfig');
  }

  /** What the audit policy asked for so far, an event a line. */
  auditLog(): string {
    return readFileSync(this.at('log/audit.log'), 'utf8');
  }

  /** What the API server answers an admin, whose words are sent as they are. */
  async ask(
    method: string,
    address: string,
    body?: object | string,
    contentType = 'application/json',
  ): Promise<Answer> {
    this.connections ??= new Agent({ connect: { ca: this.certificate(), timeout: PATIENCE_MS } });
    const headers = { authorization: `Bearer ${this.tokens.admin}`, 'content-type': contentType };
    const sent = body && { body: typeof body === 'string' ? body : JSON.stringify(body) };
    const answer = await fetch(this.url + address, {
      dispatcher: this.connections,
      headers,
      method,
      ...sent,
    });
    return { status: answer.status, text: await answer.text() };
  }

  /** Lets the kubelet of a node stand still, so that what is written into its node stays, and then go on. */
  async whileStopped<T>(node: string, act: () => Promise<T>): Promise<T> {
    const kubelet = this.children.get(node);
    kubelet?.kill('SIGSTOP');
    try {
      return await act();
    } finally {
      kubelet?.kill('SIGCONT');
    }
  }

  /** Ends every component; resolves once all are gone. */
  async stop(): Promise<void> {
    await this.connections?.destroy();
    for (const child of [...this.children.values()].toReversed()) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      const forced = setTimeout(() => child.kill('SIGKILL'), GRACE_MS);
      await ended;
      clearTimeout(forced);
    }
  }

  private at(name: string): string {
    return path.join(this.folder, name);
  }

  private write(name: string, text: string): void {
    writeFileSync(this.at(name), text, { mode: 0o600 });
  }

  private run(name: string, program: string, flags: readonly string[]): void {
    const log = createWriteStream(this.at(`log/${name}.log`));
    const child = spawn(program, flags, { stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.pipe(log, { end: false });
    child.stderr.pipe(log, { end: false });
    this.children.set(name, child);
  }

  private writeServiceAccountKeys(): void {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    this.write('service-accounts.key', privateKey.export({ type: 'pkcs8', format: 'pem' }).toString());
    this.write('service-accounts.pub', publicKey.export({ type: 'spki', format: 'pem' }).toString());
  }

  /** The API server signs its certificate itself; whoever reads this file trusts that one. */
  private certificate(): string {
    return readFileSync(this.at('certificates/apiserver.crt'), 'utf8');
  }

  private writeKubeconfig(who: string): void {
    const authority = Buffer.from(this.certificate()).toString('base64');
    this.write(
      `${who}.kubeconfig`,
      stringify({
        apiVersion: 'v1',
        kind: 'Config',
        clusters: [{ name: 'real', cluster: { server: this.url, 'certificate-authority-data': authority } }],
        users: [{ name: who, user: { token: this.tokens[who] } }],
        contexts: [{ name: 'real', context: { cluster: 'real', user: who } }],
        'current-context': 'real',
      }),
    );
  }

  private apiServerFlags(port: number, etcdPort: number, options: ControlPlaneOptions): string[] {
    const audited = options.auditPolicy && {
      'audit-policy-file': this.at('audit-policy.yaml'),
      'audit-log-path': this.at('log/audit.log'),
    };
    return [
      ...flags({
        'etcd-servers': `http://127.0.0.1:${etcdPort}`,
        'secure-port': port,
        'bind-address': '127.0.0.1',
        'advertise-address': '127.0.0.1',
        'endpoint-reconciler-type': 'none',
        'cert-dir': this.at('certificates'),
        'token-auth-file': this.at('tokens.csv'),
        'authorization-mode': 'Node,RBAC',
        'allow-privileged': true,
        'service-account-issuer': 'https://kubernetes.default.svc',
        'service-account-key-file': this.at('service-accounts.pub'),
        'service-account-signing-key-file': this.at('service-accounts.key'),
        'service-cluster-ip-range': '10.0.0.0/24',
        ...audited,
      }),
      ...(options.apiServerFlags ?? []),
    ];
  }

  private controllerFlags(port: number, { controllers }: ControlPlaneOptions): string[] {
    return flags({
      ...this.asComponent('controllers', port),
      'service-account-private-key-file': this.at('service-accounts.key'),
      'root-ca-file': this.at('certificates/apiserver.crt'),
      'use-service-account-credentials': true,
      'leader-elect': false,
      'node-monitor-grace-period': NODE_GRACE,
      ...(controllers && { controllers: controllers.join(',') }),
    });
  }

  private schedulerFlags(port: number): string[] {
    return flags({ ...this.asComponent('scheduler', port), 'leader-elect': false });
  }

  private asComponent(who: string, port: number): Record<string, string | number> {
    const kubeconfig = this.at(`${who}.kubeconfig`);
    return {
      kubeconfig,
      'authentication-kubeconfig': kubeconfig,
      'authorization-kubeconfig': kubeconfig,
      'secure-port': port,
      'bind-address': '127.0.0.1',
      'cert-dir': this.at(`certificates-${who}`),
    };
  }

  private kubeletFlags(node: string, port: number, readOnlyPort: number): string[] {
    return flags({
      morph: 'kubelet',
      name: node,
      kubeconfig: this.at(`${node}.kubeconfig`),
      'kubelet-port': port,
      'kubelet-read-only-port': readOnlyPort,
      'use-host-image-service': false,
    });
  }

  private async readyNodes(): Promise<number> {
    const { items } = JSON.parse(await this.text('/api/v1/nodes')) as {
      items: { status?: { conditions?: { type: string; status: string }[] } }[];
    };
    return items.filter(({ status }) =>
      status?.conditions?.some(({ type, status: holds }) => type === 'Ready' && holds === 'True'),
    ).length;
  }

  private async text(address: string): Promise<string> {
    return (await this.ask('GET', address)).text;
  }

  private async until(what: string, holds: () => Promise<boolean>): Promise<void> {
    const endMs = performance.now() + READY_WITHIN_MS;
    while (!(await holds().catch(() => false))) {
      const gone = [...this.children.values()].find(({ exitCode }) => exitCode !== null);
      if (gone) throw new Error(`${gone.spawnargs.slice(0, 2).join(' ')} ended: see ${this.at('log')}`);
      if (performance.now() > endMs)
        throw new Error(`Not within two minutes: ${what}; see ${this.at('log')}`);
      await sleep(LOOK_EVERY_MS);
    }
  }
}

function userOfNode(node: string) {
  return { name: `system:node:${node}`, groups: ['system:nodes'] };
}

/** A line for each user, as `--token-auth-file` reads them. */
function tokensFile(users: typeof USERS, tokens: Readonly<Record<string, string>>): string {
  return Object.entries(users)
    .map(([who, { name, groups }]) => `${tokens[who]},${name},${who},"${groups.join(',')}"\n`)
    .join('');
}

/**
 * Nothing that a test cluster keeps needs to survive the machine. As kubeadm has it, etcd tells every five seconds how
 * far it is: an API server sends no bookmark about a kind of which it heard nothing since its start.
 */
function etcdFlags(folder: string, port: number, peerPort: number): string[] {
  const client = `http://127.0.0.1:${port}`;
  const peer = `http://127.0.0.1:${peerPort}`;
  return flags({
    'data-dir': folder,
    'listen-client-urls': client,
    'advertise-client-urls': client,
    'listen-peer-urls': peer,
    'initial-advertise-peer-urls': peer,
    'initial-cluster': `default=${peer}`,
    'unsafe-no-fsync': true,
    'watch-progress-notify-interval': '5s',
    'log-level': 'warn',
  });
}

function flags(values: Readonly<Record<string, string | number | boolean>>): string[] {
  return Object.entries(values).map(([name, value]) => `--${name}=${value}`);
}
