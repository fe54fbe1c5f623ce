import { describe, expect, it } from 'vitest';
import { defaultConfig } from '@/server/config';
import { matcher, Queries } from './queries';

const queries = new Queries(defaultConfig());

describe('queries', () => {
  it('ask for the usage of containers by namespace', () => {
    expect(queries.usage('cpu', { namespaces: ['shop'] }, 3_600_000)).toBe(
      'max by (namespace, pod, container) (sum without (cpu) (rate(container_cpu_usage_seconds_total{namespace="shop",container!="",container!="POD"}[3600s])))',
    );
    expect(queries.usage('memory', { namespaces: ['bank', 'shop'], pods: ['a-1', 'b.2'] }, 1500)).toBe(
      'max by (namespace, pod, container) (max_over_time(container_memory_working_set_bytes{namespace=~"bank|shop",pod=~"a-1|b\\\\.2",container!="",container!="POD"}[1500ms]))',
    );
  });

  it('ask for CPU over time in few digits, and series by series where that is the same', () => {
    const scope = { namespaces: ['shop'] };
    const matchers = 'namespace="shop",container!="",container!="POD"';
    const cpu = `rate(container_cpu_usage_seconds_total{${matchers}}[3600s])`;
    const memory = `max_over_time(container_memory_working_set_bytes{${matchers}}[3600s])`;
    expect(queries.usageOverTime('cpu', scope, 3_600_000, true)).toBe(`round(${cpu}, 0.0001)`);
    expect(queries.usageOverTime('memory', scope, 3_600_000, true)).toBe(memory);
    const by = 'max by (namespace, pod, container)';
    expect(queries.usageOverTime('cpu', scope, 3_600_000, false)).toBe(
      `round(${by} (sum without (cpu) (${cpu})), 0.0001)`,
    );
    expect(queries.usageOverTime('memory', scope, 3_600_000, false)).toBe(`${by} (${memory})`);
  });

  it('keep the aggregations of a query that is not the usual one', () => {
    const prometheusMemoryQuery = 'max by ($by) (a{$matchers}) + max by ($by) (b{$matchers})';
    const own = new Queries(defaultConfig({ prometheusMemoryQuery }));
    expect(own.canBeApart).toBe(false);
    expect(own.usageOverTime('memory', { namespaces: ['shop'] }, 1000, true)).toContain('max by (namespace');
  });

  it('ask which series existed without reading samples', () => {
    expect(queries.containers({ namespaces: ['shop'] })).toBe(
      'container_memory_working_set_bytes{namespace="shop",container!="",container!="POD"}',
    );
    expect(queries.containers(undefined)).toBe(
      'container_memory_working_set_bytes{container!="",container!="POD"}',
    );
    expect(queries.podLabels({ namespaces: ['shop'] })).toBe('kube_pod_labels{namespace="shop"}');
    expect(queries.podOwners({ namespaces: ['shop'] })).toBe('kube_pod_owner{namespace="shop"}');
  });

  it('use the configured names', () => {
    const own = new Queries(
      defaultConfig({
        prometheusCpuQuery: 'sum by ($by) (cpu:usage:rate{$matchers})',
        prometheusMemoryQuery: 'memory:peak{$matchers}',
        prometheusCadvisorJobName: 'kubelet',
        prometheusMatchers: 'cluster="east"',
        containerNamespaceLabel: 'ns',
        containerPodNameLabel: 'pod_name',
        containerNameLabel: 'name',
        podNamespaceLabel: 'kubernetes_namespace',
        metricForPodLabels: 'my_labels',
      }),
    );
    const matchers = 'ns="shop",name!="",name!="POD",job="kubelet",cluster="east"';
    const scope = { namespaces: ['shop'] };
    expect(own.usage('cpu', scope, 1000)).toBe(`sum by (ns, pod_name, name) (cpu:usage:rate{${matchers}})`);
    expect(own.containers(scope)).toBe(`memory:peak{${matchers}}`);
    expect(own.podLabels(scope)).toBe('my_labels{kubernetes_namespace="shop",cluster="east"}');
  });

  it('match values as text, whatever they contain', () => {
    expect(matcher('pod', ['a"b\\c'])).toBe('pod="a\\x22b\\\\c"');
    expect(matcher('pod', ['a.*', 'b|c'])).toBe('pod=~"a\\\\.\\\\*|b\\\\|c"');
    expect(matcher('pod', [`'a"`])).toBe('pod="\\x27a\\x22"');
  });

  it('hold values that a replacement of text would read as its own', () => {
    const scope = { namespaces: ["$&$'$`$$"] };
    expect(queries.usage('memory', scope, 1000)).toContain('{namespace="$&$\\x27$`$$",container');
    const signal = { query: 'max by ($by) (m{$matchers})', of: 'pod' } as const;
    expect(queries.signal(signal, scope, 1000)).toBe('max by (namespace, pod) (m{namespace="$&$\\x27$`$$"})');
  });
});
