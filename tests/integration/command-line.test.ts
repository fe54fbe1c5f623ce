import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { PodReport, VpaReport } from '@/server/contract/reports';
import { NAMESPACE } from '../support/embedded-cluster';
import { ended } from '../support/ended-program';
import { describeWithProgram } from '../support/installed-program';
import { UpdatingCluster } from '../support/updating';

const COMMAND = fileURLToPath(new URL('../../bin/plumbline.mjs', import.meta.url));

let cluster: UpdatingCluster;
let kubeconfig: string;

beforeAll(async () => {
  cluster = await UpdatingCluster.start();
  kubeconfig = cluster.sandbox.kubeconfigPath;
  await cluster.workload('web', { replicas: 2 });
  await cluster.workload('api', { replicas: 1 });
  await cluster.workload('free', { replicas: 1 });
  await cluster.autoscaler('web');
  await cluster.autoscaler('api', { updatePolicy: { updateMode: 'Off' } });
});
afterAll(() => cluster?.close());

/** Runs a program beside the cluster, which it reaches unless told otherwise. */
const run = (file: string, args: string[], env: Record<string, string> = {}) =>
  ended(file, args, cluster.folder, { KUBECONFIG: kubeconfig, ...env });

const plumbline = (...args: string[]) => run(process.execPath, [COMMAND, ...args]);

/** A row of a table as its cells. */
function row(out: string, holding: string): string[] {
  const line = out.split('\n').find((one) => one.includes(holding));
  return line?.split(/ {3,}/) ?? [];
}

function podOf(app: string): string {
  const [pod] = cluster.pods(app);
  if (!pod) throw new Error(`no pod of ${app}`);
  return pod.metadata.name;
}

describe('plumbline, straight to the cluster', () => {
  it('shows the status of VPAs: what templates request and what is recommended', async () => {
    const { code, out } = await plumbline('status', '-n', NAMESPACE);
    expect(code).toBe(0);
    expect(row(out, 'Deployment/web')).toEqual([
      NAMESPACE,
      'web',
      'Recreate',
      'Deployment/web',
      'app',
      '100m → 163m',
      '-',
      '64 MiB → 250 MiB',
      '-',
    ]);
  });

  it('gives the same as JSON and as YAML', async () => {
    const json = JSON.parse((await plumbline('status', '-A', '-o', 'json')).out) as VpaReport[];
    const yaml = parse((await plumbline('status', '-A', '-o', 'yaml')).out) as VpaReport[];
    expect(json.map(({ namespace, name, mode }) => [namespace, name, mode])).toEqual([
      [NAMESPACE, 'api', 'Off'],
      [NAMESPACE, 'web', 'Recreate'],
    ]);
    expect(yaml).toEqual(json);
    expect(json[1]?.containers[0]?.next?.requests).toEqual({ cpu: 163, memory: 250 * 2 ** 20 });
  });

  it('says why a pod is as it is, and what happens to it next', async () => {
    const { code, out } = await plumbline('why', podOf('web'), '-n', NAMESPACE);
    expect(code).toBe(0);
    expect(out).toContain('of Deployment web');
    expect(out).toContain('VPA: web, mode Recreate');
    expect(out).toMatch(/^Next: /m);
    expect(out).toMatch(/app +cpu +100m +- +163m +163m +163m +- +163m +- +below the lower bound/);
  });

  it('says why no VPA changes a pod', async () => {
    const why = async (app: string) =>
      JSON.parse((await plumbline('why', `${NAMESPACE}/${podOf(app)}`, '-o', 'json')).out) as PodReport;
    expect((await why('free')).control).toEqual({ kind: 'none', why: 'no-vpa' });
    expect(await why('api')).toMatchObject({
      control: { kind: 'none', why: 'mode-off' },
      others: [{ name: 'api', mode: 'Off' }],
    });
  });

  it('plans once without acting', async () => {
    const before = cluster.pods('web').map(({ metadata }) => metadata.uid);
    const { code, out } = await plumbline('plan', '-n', NAMESPACE, '--vpa', 'web');
    expect(code).toBe(0);
    expect(out).toMatch(/^Plan of .*: 2 pods\.\n\nNAMESPACE +VPA +MODE +PODS +DECISION/);
    expect(row(out, podOf('web')).slice(0, 2)).toEqual([NAMESPACE, 'web']);
    expect(cluster.pods('web').map(({ metadata }) => metadata.uid)).toEqual(before);
    for (const namespace of ['kube-system', 'plumbline'])
      expect([...cluster.sandbox.registry.list('leases.coordination.k8s.io', namespace)]).toEqual([]);
  });

  it('shows what a VPA would change as a unified diff, also one that only recommends', async () => {
    const { code, out } = await plumbline('diff', `${NAMESPACE}/api`, '--exit-code');
    expect(code).toBe(6);
    expect(out).toMatch(/^--- shop\/Deployment\/api\tas its template states\n/);
    expect(out).toContain('+++ shop/Deployment/api\tas VPA api would give new pods');
    expect(out).toMatch(/^- +cpu: 100m$/m);
    expect(out).toMatch(/^\+ +cpu: 163m$/m);
  });

  it('exports what VPAs recommend as patches, to standard output or into an empty folder', async () => {
    const { code, out, err } = await plumbline('export', `${NAMESPACE}/api`);
    expect([code, err]).toEqual([0, '']);
    expect(parse(out)).toMatchObject({
      kind: 'Deployment',
      metadata: { name: 'api', namespace: NAMESPACE },
      spec: {
        template: { spec: { containers: [{ name: 'app', resources: { requests: { cpu: '163m' } } }] } },
      },
    });
    const folder = path.join(cluster.folder, 'patches');
    const told = await plumbline('export', '-n', NAMESPACE, '--to', folder);
    expect(told).toMatchObject({ code: 0, err: expect.stringContaining('patches of 2 workloads') });
    expect(readdirSync(folder, { recursive: true }).sort()).toEqual([
      'README.md',
      'kustomization.yaml',
      NAMESPACE,
      `${NAMESPACE}/deployment-api.yaml`,
      `${NAMESPACE}/deployment-web.yaml`,
      `${NAMESPACE}/kustomization.yaml`,
    ]);
    const again = await plumbline('export', '-A', '--to', folder);
    expect(again).toMatchObject({ code: 2, err: expect.stringContaining('is not empty') });
    expect((await plumbline('export', `${NAMESPACE}/none`)).code).toBe(3);
  });

  it('stops and resumes, after a confirmation only', async () => {
    const unconfirmed = await plumbline('stop', 'vpa', 'web', '-n', NAMESPACE);
    expect(unconfirmed).toMatchObject({ code: 2, err: expect.stringContaining('Add --yes') });
    expect((await plumbline('resume', 'all', '--yes')).code).toBe(3);
    const stopped = await plumbline('stop', 'namespace', NAMESPACE, '--reason', 'a fair', '--yes');
    expect(stopped.err).toBe('');
    expect(stopped.out).toMatch(/^namespace shop .* yes +a fair$/m);
    expect((await plumbline('status', '-A')).out).toContain('stopped (namespace shop) by ');
    const process = await cluster.updating();
    expect(process.stops.keeper.list()).toMatchObject([
      { scope: { kind: 'namespace', namespace: NAMESPACE }, entry: { reason: 'a fair' }, inCluster: true },
    ]);
    expect((await plumbline('resume', 'namespace', NAMESPACE, '--yes')).out).toContain('Nothing is stopped.');
  });

  it.each([
    [['vpa', `${NAMESPACE}/wbe`], `VPA ${NAMESPACE}/wbe`],
    [['namespace', 'shpo'], 'namespace shpo'],
  ])('warns that the stop of %j covers no VPA', async (scope, words) => {
    const stopped = await plumbline('stop', ...scope, '--yes');
    expect(stopped.code).toBe(0);
    expect(stopped.out).toContain(words);
    expect(stopped.err).toContain(`warning: you can see no VPA that this stop covers (${words})`);
    expect((await plumbline('resume', ...scope, '--yes')).code).toBe(0);
  });

  it('shows what happened by the events of the cluster', async () => {
    const { code, out, err } = await plumbline('history', '-A');
    expect([code, out, err]).toEqual([0, '', 'No records.\n']);
  });

  it.each([
    ['an unknown command', ['statos'], 2, 'Did you mean status?'],
    ['an unknown format', ['status', '-o', 'xml'], 2, 'Allowed choices are table, json, yaml'],
    ['two places', ['status', '-A', '-n', 'shop'], 2, 'cannot be used with'],
    ['a name that no object has', ['status', '-n', '../x'], 2, 'It must be the name of an object'],
    ['no dashboard address', ['status', '--server', 'nowhere'], 2, 'must be an address'],
    ['a scope with a wrong name', ['stop', 'namespace', 'Shop!', '--yes'], 2, 'namespace must be the name'],
    ['a scope without its name', ['stop', 'vpa', '--yes'], 2, 'The name of the VPA is missing'],
    ['a name with a part too many', ['stop', 'vpa', 'shop/web/other', '--yes'], 2, 'is not a name'],
    ['a path for a name', ['why', '../web'], 2, 'is not a name'],
    ['a pod that is not there', ['why', 'shop/gone'], 3, 'Pod shop/gone'],
    ['a VPA that is not there', ['diff', 'shop/gone'], 3, 'There is no VPA shop/gone'],
    ['a plan of no VPA', ['plan', '-n', 'shop', '--vpa', 'gone'], 3, 'There is no VPA shop/gone'],
    ['a kubeconfig that is not there', ['status', '--kubeconfig', '/nowhere/config'], 2, '/nowhere/config'],
    ['a context that is not there', ['status', '--context', 'other'], 2, 'other'],
    ['an inbox without a dashboard', ['inbox'], 2, 'Name one with --server'],
    ['a dashboard that is away', ['status', '--server', 'http://127.0.0.1:1'], 5, 'Check --server'],
  ])('refuses %s, and says what to do', async (_what, args, code, said) => {
    const failed = await plumbline(...args);
    expect(failed).toMatchObject({ code, out: '' });
    expect(failed.err).toContain(said);
    expect(failed.err).not.toMatch(/^ +at /m);
  });

  it.each([
    'http://ada:s3cret@127.0.0.1:1',
    'http:ada:s3cret@127.0.0.1:1',
    'http://ada:s3cret%@127.0.0.1:1',
    'http://ada:s3cret@[',
    'http://ada:s3cret@127.0.0.1:99999',
    'ftp://ada:s3cret@127.0.0.1',
    'ada:s3cret@127.0.0.1',
  ])('repeats no password of %s', async (address) => {
    for (const failed of [
      await plumbline('status', '--server', address),
      await run(process.execPath, [COMMAND, 'status'], { PLUMBLINE_SERVER: address }),
    ]) {
      expect(failed).toMatchObject({ code: expect.toBeOneOf([2, 5]), out: '' });
      expect(failed.err).toMatch(/--server|PLUMBLINE_SERVER/);
      expect(failed.err).not.toContain('s3cret');
    }
  });

  it('signs in with the name and password of the address', async () => {
    const signedIn: unknown[] = [];
    const proxy = createServer(({ headers }, response) => {
      signedIn.push(headers.authorization);
      response.writeHead(401).end('Who is s3cret@?');
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    const { port } = proxy.address() as AddressInfo;
    const server = ['--server', `http://ada:s3cret%40€@127.0.0.1:${port}/plumbline`];
    const { code, err } = await plumbline('status', ...server);
    await plumbline('status', ...server, '--header', 'Authorization: Bearer token');
    await new Promise((resolve) => proxy.close(resolve));
    expect([code, err]).toEqual([5, expect.stringContaining('answers 401')]);
    expect(err).not.toContain('s3cret');
    expect(signedIn).toEqual([`Basic ${Buffer.from('ada:s3cret@€').toString('base64')}`, 'Bearer token']);
  });

  it.each(['status', 'why', 'plan', 'diff', 'stop', 'resume', 'history'])(
    'explains %s with its exit codes',
    async (command) => {
      const { code, out } = await plumbline(command, '--help');
      expect(code).toBe(0);
      expect(out).toMatch(/--server[\s\S]*--kubeconfig[\s\S]*Exit codes:/);
    },
  );
});

describeWithProgram('kubectl', 'kubernetes-client', 'kubectl with the plugin on PATH', (file) => {
  it('answers kubectl plumbline', async () => {
    const bin = path.join(cluster.folder, 'bin');
    mkdirSync(bin);
    symlinkSync(COMMAND, path.join(bin, 'kubectl-plumbline'));
    const env = { PATH: `${bin}${path.delimiter}${process.env.PATH}` };
    const { code, out } = await run(file, ['plumbline', 'status', '-n', NAMESPACE], env);
    expect(code).toBe(0);
    expect(row(out, 'Deployment/web').slice(0, 3)).toEqual([NAMESPACE, 'web', 'Recreate']);
    const help = await run(file, ['plumbline', '--help'], env);
    expect(help.out).toContain('Usage: kubectl plumbline');
  });
});
