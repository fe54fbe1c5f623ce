import { describe, expect, it } from 'vitest';
import { prometheusServices, type Service } from './prometheus-services';

function service(
  name: string,
  labels: Record<string, string>,
  ports: NonNullable<Service['spec']>['ports'],
): Service {
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { namespace: 'monitoring', name, labels },
    spec: { ports },
  };
}

const operated = service('prometheus-operated', { 'operated-prometheus': 'true' }, [
  { name: 'http-web', port: 9090 },
]);
const stack = service('stack-prometheus', { app: 'kube-prometheus-stack-prometheus' }, [
  { name: 'reloader-web', port: 8080 },
  { name: 'http-web', port: 9090 },
]);

describe('Services that answer as Prometheus does', () => {
  it.each([
    [
      'of the chart of Prometheus',
      { app: 'prometheus', component: 'server' },
      [{ name: 'http', port: 80 }],
      '80',
      '',
    ],
    ['of its operator', { 'operated-prometheus': 'true' }, [{ name: 'web', port: 9090 }], '9090', ''],
    [
      'of Thanos',
      { 'app.kubernetes.io/name': 'thanos', 'app.kubernetes.io/component': 'query' },
      [
        { name: 'grpc', port: 10901 },
        { name: 'http', port: 9090 },
      ],
      '9090',
      '',
    ],
    [
      'of kube-thanos',
      { 'app.kubernetes.io/name': 'thanos-query', 'app.kubernetes.io/component': 'query-layer' },
      [
        { name: 'grpc', port: 10901 },
        { name: 'http', port: 9090 },
      ],
      '9090',
      '',
    ],
    [
      'of VictoriaMetrics',
      { 'app.kubernetes.io/name': 'vmsingle' },
      [{ name: 'http', port: 8429 }],
      '8429',
      '',
    ],
    ['of its cluster', { app: 'vmselect' }, [{ port: 8481 }], '8481', '/select/0/prometheus'],
    [
      'of Mimir',
      { 'app.kubernetes.io/name': 'mimir', 'app.kubernetes.io/component': 'query-frontend' },
      [{ name: 'http-metrics', port: 8080 }],
      '8080',
      '/prometheus',
    ],
    [
      'of the gateway of Mimir',
      { 'app.kubernetes.io/name': 'mimir', 'app.kubernetes.io/component': 'gateway' },
      [
        { name: 'http-metrics', port: 80 },
        { name: 'legacy-http-metrics', port: 8080 },
      ],
      '80',
      '/prometheus',
    ],
  ])('are those %s', (_, labels, ports, port, path) => {
    expect(prometheusServices([service('one', labels, ports)])).toMatchObject([
      { namespace: 'monitoring', service: 'one', port, path, scheme: 'http' },
    ]);
  });

  it('come with the best guess first, and each once', () => {
    const thanos = service('thanos', { app: 'thanos-query' }, [{ port: 9090 }]);
    const found = prometheusServices([operated, stack, thanos]);
    expect(found.map(({ service: name }) => name)).toEqual([
      'thanos',
      'stack-prometheus',
      'prometheus-operated',
    ]);
  });

  it('are none of others, nor without a port', () => {
    expect(
      prometheusServices([
        service('web', { app: 'web' }, [{ port: 80 }]),
        service('alerts', { app: 'kube-prometheus-stack-alertmanager' }, [{ port: 9093 }]),
        service('none', { app: 'prometheus' }, []),
        service('grpc', { 'app.kubernetes.io/name': 'thanos', 'app.kubernetes.io/component': 'query' }, [
          { name: 'grpc', port: 10901 },
        ]),
        service('udp', { app: 'prometheus' }, [{ port: 1, protocol: 'UDP' }]),
      ]),
    ).toEqual([]);
  });

  it.each([
    ['says so', 'prometheus', { name: 'https-web', port: 9443 }],
    ['is that of OpenShift', 'thanos-query', { name: 'web', port: 9091 }],
  ])('are asked over TLS where the port %s', (_, name, port) => {
    const secure = service('one', { 'app.kubernetes.io/name': name }, [port]);
    expect(prometheusServices([secure])).toMatchObject([{ port: String(port.port), scheme: 'https' }]);
  });
});
