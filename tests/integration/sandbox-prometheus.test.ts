import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Sandbox, startSandbox } from '@/sandbox/cluster';
import { defaultConfig } from '@/server/config';
import { silentLogger } from '@/server/lib/report/log';
import { acceleratedClock, wallClock } from '@/server/lib/time/clock';
import { OTHER_SIGNALS } from '@/server/model/other-signals';
import { HEAP_COMMITTED, HEAP_SIGNALS } from '@/server/model/runtimes';
import { Queries } from '@/server/usage/prometheus/queries';
import { freePort } from '../support/free-port';
import { describeWithProgram } from '../support/installed-program';
import { PATIENCE } from '../support/patience';

const OF_HEAPS: readonly string[] = [HEAP_COMMITTED, ...Object.values(HEAP_SIGNALS)];
const SELDOM = { ...PATIENCE, interval: 250 };

interface Answer {
  data: { result: { metric: Record<string, string>; value: [number, string] }[] };
}

describeWithProgram('prometheus', 'prometheus', 'a real Prometheus that scrapes the sandbox', (file) => {
  let sandbox: Sandbox;
  let prometheus: ChildProcess;
  let folder: string;
  let port: number;

  beforeAll(async () => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'prometheus-'));
    sandbox = await startSandbox({
      port: 0,
      clock: acceleratedClock(wallClock.now(), 10),
      log: silentLogger,
      scenario: 'small-shop',
      seed: 1,
      dataDir: folder,
    });
    const target = new URL(sandbox.url).host;
    writeFileSync(path.join(folder, 'ca.pem'), sandbox.server.caPem);
    const job = (name: string) => `
- job_name: ${name}
  scheme: https
  metrics_path: /metrics/${name}
  honor_labels: true
  authorization: {credentials: "${sandbox.server.tokens.admin}"}
  tls_config: {ca_file: ${path.join(folder, 'ca.pem')}}
  static_configs: [{targets: ["${target}"]}]`;
    const config = `global: {scrape_interval: 1s}\nscrape_configs:${job('cadvisor')}${job('kube-state')}\n`;
    writeFileSync(path.join(folder, 'prometheus.yml'), config);
    mkdirSync(path.join(folder, 'data'));
    port = await freePort();
    prometheus = spawn(
      file,
      [
        `--config.file=${path.join(folder, 'prometheus.yml')}`,
        `--storage.tsdb.path=${path.join(folder, 'data')}`,
        `--web.listen-address=127.0.0.1:${port}`,
      ],
      { stdio: 'ignore' },
    );
  });

  afterAll(async () => {
    const ended = new Promise((resolve) => prometheus.once('exit', resolve));
    prometheus.kill('SIGTERM');
    await ended;
    await sandbox.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const query = async (expression: string): Promise<Answer['data']['result']> => {
    const url = `http://127.0.0.1:${port}/api/v1/query?query=${encodeURIComponent(expression)}`;
    const response = await fetch(url);
    return ((await response.json()) as Answer).data.result;
  };

  it('has both targets up', async () => {
    await vi.waitFor(async () => {
      const up = await query('up == 1');
      expect(up.map((each) => each.metric.job).sort()).toEqual(['cadvisor', 'kube-state']);
    }, SELDOM);
  });

  it('identifies the memory of every container of a workload by its labels', async () => {
    const expression =
      'container_memory_working_set_bytes{container="app"} * on (namespace, pod) group_left (label_app) kube_pod_labels{label_app="mailer"}';
    await vi.waitFor(async () => {
      const result = await query(expression);
      expect(result).toHaveLength(2);
      for (const { value } of result) expect(Number(value[1])).toBeGreaterThan(50 * 2 ** 20);
    }, SELDOM);
  });

  it('has every other signal of containers, and of the network of their pods', async () => {
    const queries = new Queries(defaultConfig());
    // No program of the small shop tells of its heap.
    for (const signal of OTHER_SIGNALS.filter(({ name }) => !OF_HEAPS.includes(name)))
      await vi.waitFor(async () => {
        const result = await query(queries.signal(signal, { namespaces: ['shop'] }, 30_000));
        expect(result.length, signal.name).toBeGreaterThan(0);
        const keys = signal.of === 'pod' ? ['namespace', 'pod'] : ['container', 'namespace', 'pod'];
        for (const { metric, value } of result) {
          expect(Object.keys(metric).sort(), signal.name).toEqual(keys);
          expect(Number(value[1]), signal.name).toBeGreaterThanOrEqual(0);
        }
      }, SELDOM);
  });

  it('sees the CPU counters rise', async () => {
    await vi.waitFor(async () => {
      const result = await query(
        'container_cpu_usage_seconds_total{namespace="shop",container="postgres"} > 0',
      );
      expect(result.length).toBeGreaterThan(0);
    }, SELDOM);
  });
});
