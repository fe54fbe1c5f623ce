import { afterAll, beforeAll, expect, it } from 'vitest';
import { defaultConfig } from '@/server/config';
import { loadAccess } from '@/server/kube/access';
import { KubeClient } from '@/server/kube/client';
import { wallClock } from '@/server/lib/time/clock';
import { replaySettings } from '@/server/replay/policies';
import { UNTOLD } from '@/server/scan/progress';
import { replayerHere } from '@/server/scan/replays/replayer';
import { scan } from '@/server/scan/scan';
import { ApiCluster, START_MS } from '../support/api-cluster';
import { describeWithProgram, findProgram } from '../support/installed-program';
import { PastUsage } from '../support/past-usage';
import { fillFromText, RealPrometheus } from '../support/prometheus';
import { RealVictoria } from '../support/victoria';

const HOUR_MS = 3_600_000;
const HOURS = 192;
/** Of the ways in which the two take the rise of a counter over an hour. */
const ALIKE = 0.05;
const usage = new PastUsage({
  endMs: START_MS,
  hours: HOURS,
  workloads: 2,
  namespaces: ['shop'],
  labelName: 'app',
});

describeWithProgram(
  'victoria-metrics',
  'victoria-metrics',
  'a scan of a cluster with a real VictoriaMetrics',
  (program) => {
    let victoria: RealVictoria;
    let prometheus: RealPrometheus;
    let cluster: ApiCluster;

    beforeAll(async () => {
      const text = [...usage.openMetrics()].join('');
      victoria = await RealVictoria.start(program, text);
      prometheus = await RealPrometheus.start(findProgram('prometheus') ?? '', (data) =>
        fillFromText(data, text),
      );
      cluster = await ApiCluster.start();
      for (const app of ['app-0', 'app-1']) {
        const pods = usage.containers.filter(({ labels, toHour }) => labels.app === app && toHour === HOURS);
        await cluster.workload(app, [...new Set(pods.map(({ pod }) => pod))], ['main', 'side']);
      }
    });
    afterAll(async () => {
      await cluster?.close();
      await prometheus?.close();
      await victoria?.close();
    });

    async function scanned(prometheusAddress = '') {
      const client = KubeClient.connect(loadAccess({ kubeconfig: cluster.kubeconfig }));
      try {
        const { report } = await scan({
          client,
          clock: cluster.clock,
          wallClock,
          cluster: 'test',
          config: defaultConfig({ prometheusAddress }),
          historyMs: HOURS * HOUR_MS,
          stepMs: HOUR_MS,
          replayer: replayerHere(replaySettings(defaultConfig())),
          watchMs: 1,
          progress: UNTOLD,
          stopping: new AbortController().signal,
        });
        return report;
      } finally {
        await client.close();
      }
    }

    it('finds it by its labels, and recommends what it would from Prometheus', async () => {
      const labels = { 'app.kubernetes.io/name': 'victoria-metrics-single' };
      await cluster.service('vmsingle', labels, victoria.url);
      const found = await scanned();
      expect(found.source).toEqual({ kind: 'prometheus', address: 'VictoriaMetrics monitoring/vmsingle' });
      expect(found.notes).toEqual([]);
      const expected = await scanned(prometheus.url);
      const targetsIn = ({ workloads }: typeof found) =>
        new Map(
          workloads.flatMap(({ name, containers }) =>
            containers.map((one) => [`${name}/${one.name}`, one.target] as const),
          ),
        );
      const others = targetsIn(expected);
      for (const [name, target] of targetsIn(found)) {
        const other = others.get(name);
        expect(target?.memory).toBe(other?.memory);
        expect(Math.abs((target?.cpu ?? 0) / (other?.cpu ?? 1) - 1)).toBeLessThan(ALIKE);
      }
      expect(others.size).toBe(4);
    });
  },
);
