import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse, parseAllDocuments, stringify } from 'yaml';
import { root } from '@/bin/root.mjs';
import { ROLES } from '@/server/host/roles';
import { ALERTS } from '../house/documents/prometheus-rule';
import { describeWithProgram, output } from '../support/installed-program';
import { LivingScenario } from '../support/living-scenario';
import { until } from '../support/until';
import { ALERT_CASES } from './observability/alert-cases';
import { UPSTREAM_METRICS } from './observability/upstream-metrics';

const FOLDER = path.join(root, 'deploy/observability');
/** Labels in which neither Grafana's variables nor Prometheus' own are ours. */
const OF_SCRAPES = ['job', 'instance', 'pod', 'le'];

interface Rule {
  alert: string;
  expr: string;
  annotations: { summary: string; description: string; runbook: string };
}

interface Panel {
  id: number;
  title: string;
  type: string;
  gridPos: { h: number; w: number; x: number; y: number };
  targets?: { expr: string }[];
}

const rules: Rule[] = parse(readFileSync(ALERTS, 'utf8')).groups.flatMap(
  ({ rules }: { rules: Rule[] }) => rules,
);
const dashboard: { panels: Panel[]; annotations: { list: { expr: string }[] } } = JSON.parse(
  readFileSync(path.join(FOLDER, 'dashboard.json'), 'utf8'),
);

/** What the dashboard asks, with Grafana's variables filled in. */
const questions = [
  ...dashboard.panels.flatMap(({ targets = [] }) => targets),
  ...dashboard.annotations.list,
].map(({ expr }) => expr.replaceAll('$__rate_interval', '5m').replaceAll('$job', '.*'));

/** Of kubelets, with their labels (seen from a real kubelet 1.37.2; all alpha). */
const OF_KUBELETS: Readonly<Record<string, readonly string[]>> = {
  kubelet_pod_pending_resizes: ['reason', 'priority_bucket'],
  kubelet_container_requested_resizes_total: ['resource', 'requirement', 'operation'],
  kubelet_pod_resize_duration_milliseconds_bucket: ['success', 'le'],
  kubelet_pod_deferred_accepted_resizes_total: ['retry_trigger'],
  kubelet_preemptions: ['preemption_signal'],
};
const ofKubelets = (expr: string) => [...expr.matchAll(/\bkubelet_\w+/g)].map(([name]) => name);

/** The metrics of docs/metrics.md, which are those of a living process, with their labels. */
const documented = new Map(
  [
    ...readFileSync(path.join(root, 'docs/metrics.md'), 'utf8').matchAll(
      /^\| `(\w+)` \| (\w+) \| ([^|]*) \|/gm,
    ),
  ].map(([, name = '', type = '', labels = '']) => [
    name,
    { type, labels: [...labels.matchAll(/`(\w+)`/g)].map(([, label = '']) => label) },
  ]),
);

/** Each metric that an expression names with the labels it matches by. */
function namedIn(expr: string): { name: string; labels: string[] }[] {
  return [...expr.matchAll(/\b((?:vpa|plumbline)_\w+)(?:\{([^}]*)\})?/g)].map(
    ([, name = '', matchers = '']) => ({
      name: documented.has(name) ? name : name.replace(/_(bucket|sum|count)$/, ''),
      labels: [...matchers.matchAll(/(\w+)\s*(?:=~|!=|!~|=)/g)].map(([, label = '']) => label),
    }),
  );
}

const unknownIn = (expr: string) =>
  namedIn(withoutGroupLabels(expr)).flatMap(({ name, labels }) => {
    const known = documented.get(name);
    if (!known) return [name];
    return labels
      .filter((label) => !OF_SCRAPES.includes(label) && !known.labels.includes(label))
      .map((label) => `${name}{${label}}`);
  });

/** Names of labels look like names of metrics in `by (vpa_name)`. */
const withoutGroupLabels = (expr: string) => expr.replaceAll(/\b(by|without)\s*\([^)]*\)/g, '');

const labelsGroupedBy = (expr: string) =>
  [...expr.matchAll(/\bby\s*\(([^)]*)\)/g)].flatMap(([, list = '']) =>
    list.split(',').map((one) => one.trim()),
  );

describe('a living process', () => {
  let scenario: LivingScenario;

  beforeAll(async () => {
    scenario = await LivingScenario.start('small-shop', 'shop');
  });
  afterAll(() => scenario.stop());

  const scraped = async () =>
    (await scenario.running.metrics.metrics()).split('\n').filter((line) => line.startsWith('plumbline_'));

  it('says in its metrics what it is connected to, who acts and what is stopped', async () => {
    const { running } = scenario;
    await until('every role', () => ROLES.every(({ name }) => running.handles[name] !== undefined));
    await until('a plan', () => running.handles.updater?.state.kind === 'running');
    await until('the database', () => running.store.state.kind === 'available');
    await running.operations?.stops.press({ kind: 'all' }, 'ada');
    const lines = await scraped();
    expect(lines).toEqual(
      expect.arrayContaining([
        'plumbline_cluster_connected 1',
        'plumbline_database_up 1',
        'plumbline_leading{role="recommender"} 1',
        'plumbline_leading{role="updater"} 1',
        'plumbline_leading{role="rules"} 1',
        'plumbline_stops{scope="all"} 1',
        'plumbline_stops{scope="vpa"} 0',
      ]),
    );
    await running.operations?.stops.resume({ kind: 'all' }, 'ada');
    expect(await scraped()).toContain('plumbline_stops{scope="all"} 0');
  });

  it('counts the pods that wait by their reason', async () => {
    await scenario.running.operations?.stops.press({ kind: 'all' }, 'ada');
    await until('held pods', async () =>
      (await scraped()).some((line) => /^plumbline_updater_held_pods\{reason="[a-z-]+"\} [1-9]/.test(line)),
    );
  });
});

describe('docs/metrics.md', () => {
  it.each(UPSTREAM_METRICS)('has the upstream VPA’s $name with its labels', ({ name, type, labels }) => {
    expect(documented.get(name)?.type).toBe(type);
    expect(documented.get(name)?.labels).toEqual(expect.arrayContaining([...labels]));
  });
});

describe('the alert rules', () => {
  it.each(rules)('$alert asks for metrics and labels that exist', ({ expr }) => {
    expect(namedIn(expr)).not.toEqual([]);
    expect(unknownIn(expr)).toEqual([]);
  });

  it.each(rules)('$alert leads to a chapter that exists', ({ annotations }) => {
    const [file = '', anchor] = annotations.runbook.split('#');
    const text = readFileSync(path.join(root, file), 'utf8');
    const anchors = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\w\s-]/g, '')
        .replaceAll(' ', '-'),
    );
    if (anchor) expect(anchors).toContain(anchor);
  });

  it('each have a case that fires and one that does not', () => {
    expect(ALERT_CASES.map(({ alert }) => alert).sort()).toEqual(rules.map(({ alert }) => alert).sort());
  });
});

describe('the Grafana dashboard', () => {
  it.each(questions)('asks for metrics and labels that exist: %s', (expr) => {
    const theirs = ofKubelets(expr);
    expect(namedIn(expr).length + theirs.length + (expr.match(/\bprocess_/g)?.length ?? 0)).toBeGreaterThan(
      0,
    );
    expect(theirs.filter((name) => !OF_KUBELETS[name])).toEqual([]);
    expect(unknownIn(expr)).toEqual([]);
    const labels = namedIn(withoutGroupLabels(expr)).flatMap(
      ({ name }) => documented.get(name)?.labels ?? [],
    );
    labels.push(...theirs.flatMap((name) => OF_KUBELETS[name] ?? []));
    for (const label of labelsGroupedBy(expr)) expect([...OF_SCRAPES, ...labels]).toContain(label);
  });

  it('has no two panels with one id, and none over another', () => {
    const { panels } = dashboard;
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, index) => `${x + (index % w)},${y + Math.floor(index / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
  });
});

describeWithProgram('promtool', 'prometheus', 'promtool', (promtool) => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'plumbline-promtool-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('accepts the alert rules', async () => {
    expect(await output(promtool, ['check', 'rules', ALERTS])).toContain(`${rules.length} rules found`);
  });

  it('accepts each question of the dashboard', async () => {
    const file = path.join(folder, 'questions.yaml');
    const asked = questions.map((expr, index) => ({ record: `question:${index}`, expr }));
    writeFileSync(file, stringify({ groups: [{ name: 'dashboard', rules: asked }] }));
    expect(await output(promtool, ['check', 'rules', file])).toContain(`${asked.length} rules found`);
  });

  it('finds that every alert fires when it should, and else stays quiet', async () => {
    // A file for each alert with its rule alone: all rules at every minute of every case would take ten times as long.
    const files = ALERT_CASES.map(({ alert, fires, quiet, after }) => {
      const own = rules.filter((rule) => rule.alert === alert);
      const rulesFile = path.join(folder, `${alert}.yaml`);
      writeFileSync(rulesFile, stringify({ groups: [{ name: alert, rules: own }] }));
      const tests = [fires, quiet].map((series) => ({
        name: `${alert} ${series === fires ? 'fires' : 'stays quiet'}`,
        interval: '1m',
        input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
        promql_expr_test: [
          {
            expr: `count(ALERTS{alertname="${alert}",alertstate="firing"}) or vector(0)`,
            eval_time: after,
            exp_samples: [{ labels: '{}', value: series === fires ? 1 : 0 }],
          },
        ],
      }));
      const file = path.join(folder, `${alert}.test.yaml`);
      writeFileSync(file, stringify({ rule_files: [rulesFile], evaluation_interval: '1m', tests }));
      return file;
    });
    const said = await output(promtool, ['test', 'rules', ...files]);
    expect(said.match(/SUCCESS/g)).toHaveLength(files.length);
  });
});

describeWithProgram('kubectl', 'kubernetes-client', 'kubectl kustomize', (kubectl) => {
  it('makes the objects for the Prometheus Operator and for Grafana', async () => {
    const objects = parseAllDocuments(await output(kubectl, ['kustomize', FOLDER])).map((one) => one.toJS());
    expect(
      objects.map(({ kind, metadata }) => `${metadata.namespace} ${kind} ${metadata.name}`).sort(),
    ).toEqual(['plumbline ConfigMap plumbline-dashboard', 'plumbline PrometheusRule plumbline']);
    const shown = objects.find(({ kind }) => kind === 'ConfigMap').data['dashboard.json'];
    expect(JSON.parse(shown)).toEqual(dashboard);
  });
});
