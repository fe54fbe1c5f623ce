import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import type { ContextsReport } from '@/server/scan/contexts-report';
import { ApiCluster } from '../support/api-cluster';
import { ended } from '../support/ended-program';
import { freePort } from '../support/free-port';

const COMMAND = fileURLToPath(new URL('../../bin/plumbline.mjs', import.meta.url));
const EKS = 'arn:aws:eks:eu-1:1:cluster/../shop';

interface Entry {
  name: string;
}

interface Kubeconfig {
  clusters: (Entry & { cluster: object })[];
  users: (Entry & { user: object })[];
}

describe('a scan of the contexts of a kubeconfig', () => {
  let folder: string;
  let east: ApiCluster;
  let west: ApiCluster;
  let kubeconfig: string;

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'plumbline-contexts-'));
    [east, west] = await Promise.all([ApiCluster.start(), ApiCluster.start()]);
    await east.workload('web', ['web-1', 'web-2'], ['app']);
    await west.workload('jobs', ['jobs-1'], ['app', 'side']);
    kubeconfig = path.join(folder, 'kubeconfig');
    const [of, other] = [east, west].map(
      (cluster) => parse(readFileSync(cluster.kubeconfig, 'utf8')) as Kubeconfig,
    );
    const context = (name: string, cluster: string, user = cluster) => ({ name, context: { cluster, user } });
    writeFileSync(
      kubeconfig,
      stringify({
        apiVersion: 'v1',
        kind: 'Config',
        clusters: [
          { name: 'east', cluster: of?.clusters[0]?.cluster },
          { name: 'west', cluster: other?.clusters[0]?.cluster },
          { name: 'gone', cluster: { server: `https://127.0.0.1:${await freePort()}` } },
        ],
        users: [
          { name: 'east', user: of?.users[0]?.user },
          { name: 'west', user: other?.users[0]?.user },
          { name: 'stranger', user: { token: 'nobody-knows-it' } },
        ],
        contexts: [
          context('east', 'east'),
          context('gone', 'gone', 'east'),
          context('broken', 'no-such-cluster', 'east'),
          context(EKS, 'west'),
          context('again', 'east'),
          context('stranger', 'west', 'stranger'),
        ],
      }),
    );
  });

  afterAll(async () => {
    await Promise.all([east.close(), west.close()]);
    rmSync(folder, { recursive: true, force: true });
  });

  const plumbline = (...args: string[]) =>
    ended(
      process.execPath,
      [COMMAND, 'scan', '--kubeconfig', kubeconfig, '--no-replay', '--no-cache', '--watch', '1s', ...args],
      folder,
    );

  it('has a part for each, and what all come to; one that fails costs only itself', async () => {
    const { out, code } = await plumbline('--contexts', 'all', '-o', 'json');
    const { contexts, sum } = JSON.parse(out) as ContextsReport;
    expect(contexts.map(({ context }) => context)).toEqual([
      'east',
      'gone',
      'broken',
      EKS,
      'again',
      'stranger',
    ]);
    const told = Object.fromEntries(
      contexts.map((one) => [
        one.context,
        'report' in one
          ? one.report.workloads.map(({ name }) => name)
          : 'failure' in one
            ? one.failure
            : one.sameAs,
      ]),
    );
    expect(told).toEqual({
      east: ['web'],
      gone: expect.stringMatching(/^error: .*does not answer.*\. Check the server address/),
      broken: expect.stringContaining('no-such-cluster'),
      [EKS]: ['jobs'],
      again: 'east',
      stranger: expect.stringContaining('error: '),
    });
    expect([sum.workloads, sum.containers]).toEqual([2, 3]);
    // That of the first that failed.
    expect(code).toBe(5);
  });

  it('prints each under its name, then the sums', async () => {
    const { out, code } = await plumbline('--contexts', `east,${EKS}`);
    expect(code).toBe(0);
    expect(out).toMatch(/^== east\nScan of east at /);
    expect(out).toContain(`\n== ${EKS}\n`);
    expect(out).toMatch(/\n== Scan of 2 contexts\nCONTEXT +WORKLOADS .*\neast +1 .*\n.*\nall +2 /);
    const csv = await plumbline('--contexts', 'east,again', '-o', 'csv');
    expect(csv.out.split('\n')[1]).toMatch(/^east,shop,Deployment,web,app,/);
    const markdown = await plumbline('--contexts', 'east,broken', '-o', 'markdown');
    expect(markdown.out).toMatch(
      /^# Scan of 2 contexts, of which 1 is not counted\n[\s\S]*\n## Scan of east at /,
    );
    expect(markdown.code).toBe(2);
  });

  it('writes a page for each, with one that leads to them, whatever contexts are called', async () => {
    const to = path.join(folder, 'pages');
    const { code } = await plumbline('--contexts', `east,${EKS}`, '-o', 'html', '--to', to);
    expect(code).toBe(0);
    const pages = readdirSync(to).sort();
    expect(pages).toEqual(['arn-aws-eks-eu-1-1-cluster-shop.html', 'east.html', 'index.html']);
    const index = readFileSync(path.join(to, 'index.html'), 'utf8');
    for (const page of pages.slice(0, 2)) expect(index).toContain(`href="${page}"`);
  });

  it('ends with 6 if a condition is met in any', async () => {
    const { code, err } = await plumbline('--contexts', `east,${EKS}`, '--fail-on', 'kills>=0');
    expect(code).toBe(6);
    expect(err).toContain('east: kills>=0: 1 workload: shop/Deployment/web');
    expect(err).toContain(`${EKS}: kills>=0: 1 workload: shop/Deployment/jobs`);
  });

  it.each([
    [['--contexts', 'mars'], 'The kubeconfig has no context mars.'],
    [
      ['--contexts', 'all', '--prometheus', 'http://127.0.0.1:1'],
      'You named one Prometheus for several contexts.',
    ],
    [['--contexts', 'all', '-o', 'html'], 'Add --to FOLDER.'],
    [['--contexts', 'all', '--context', 'east'], "'--context"],
    [['--contexts', 'all', '--apply-rules'], "'--apply-rules"],
    [['--clusters', 'all'], "cannot be used with option '--kubeconfig"],
  ])('refuses %j before it asks any', async (args, why) => {
    const { code, out, err } = await plumbline(...args);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(why);
  });
});
