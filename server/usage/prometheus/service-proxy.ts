import type { KubeClient } from '@/server/kube/client';
import { KubeError } from '@/server/kube/errors';
import { PrometheusError } from './errors';
import type { PrometheusTransport } from './transport';

/** A port of a Service that answers as Prometheus does. */
export interface ServedAt {
  readonly namespace: string;
  readonly service: string;
  /** A number, or the name of the port. */
  readonly port: string;
  readonly scheme: 'http' | 'https';
  /** Before `/api/v1/`, such as `/prometheus`; may be empty. */
  readonly path: string;
}

/** Through the API server's proxy to a Service, by GET alone: the right to get `services/proxy` is enough. */
export class ServiceProxy implements PrometheusTransport {
  constructor(
    private readonly client: Pick<KubeClient, 'forward'>,
    private readonly at: ServedAt,
    private readonly options: { headers: Readonly<Record<string, string>>; timeoutMs: number },
  ) {}

  async send(path: string, query: Readonly<Record<string, string>>, signal: AbortSignal) {
    try {
      return await this.client.forward(`${proxyPath(this.at)}/api/v1/${path}`, {
        query,
        signal,
        timeoutMs: this.options.timeoutMs,
        headers: { 'accept-encoding': 'gzip', ...this.options.headers },
      });
    } catch (thrown) {
      if (!(thrown instanceof KubeError)) throw thrown;
      throw new PrometheusError(thrown.message, 'unreachable', undefined, { cause: thrown });
    }
  }

  async close(): Promise<void> {}
}

function proxyPath({ namespace, service, port, scheme, path }: ServedAt): string {
  const name = scheme === 'https' ? `https:${service}:${port}` : `${service}:${port}`;
  return `/api/v1/namespaces/${namespace}/services/${name}/proxy${path}`;
}
