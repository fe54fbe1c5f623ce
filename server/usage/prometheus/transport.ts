import { readFile } from 'node:fs/promises';
import { errorText } from '@/server/lib/report/errors';
import { Agent, type Dispatcher } from '../../lib/http/agents';
import type { PrometheusAccess } from './access';
import { PrometheusError } from './errors';
import { SigningIn, signsIn } from './sign-in';

const CONNECT_TIMEOUT_MS = 10_000;
const KEEP_ALIVE_MS = 30_000;

type PrometheusAnswer = Pick<Dispatcher.ResponseData, 'statusCode' | 'headers' | 'body'>;

/** Carries requests to the server, and brings its answers, whatever their status. */
export interface PrometheusTransport {
  /** Requests `/api/v1/` and `path`. */
  send(
    path: string,
    params: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<PrometheusAnswer>;
  close(): Promise<void>;
}

interface Tls {
  ca: string | undefined;
  cert: string | undefined;
  key: string | undefined;
}

/**
 * Straight to the address of the settings. Files are read before each request, so that renewed ones apply at once.
 */
export class OwnConnection implements PrometheusTransport {
  private agent: Agent | undefined;
  private tls: Tls | undefined;
  private readonly signingIn: SigningIn | undefined;

  constructor(private readonly access: PrometheusAccess) {
    if (signsIn(access)) this.signingIn = new SigningIn(access);
  }

  async close(): Promise<void> {
    await this.agent?.destroy();
  }

  async send(
    path: string,
    params: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<PrometheusAnswer> {
    const url = new URL(`${this.access.prometheusAddress.replace(/\/+$/, '')}/api/v1/${path}`);
    const text = new URLSearchParams(params).toString();
    // Values of labels are given to a GET alone; other questions may be too long for one.
    const isGet = path.startsWith('label/');
    if (isGet) url.search = text;
    const method = isGet ? 'GET' : 'POST';
    const body = isGet ? '' : text;
    const headers = {
      accept: 'application/json',
      'accept-encoding': 'gzip',
      ...(!isGet && { 'content-type': 'application/x-www-form-urlencoded' }),
      'user-agent': 'plumbline',
      ...this.access.prometheusHeaders,
      ...(!this.signingIn && (await this.authorization())),
    };
    const sendWith = async (more: Readonly<Record<string, string>>) =>
      (await this.connected()).request({
        origin: url.origin,
        path: url.pathname + url.search,
        method,
        headers: { ...headers, ...more },
        body: body || null,
        signal,
      });
    if (!this.signingIn) return sendWith({});
    const request = { method, url, headers, body } as const;
    const answer = await sendWith(await this.signingIn.headersFor(request));
    if (answer.statusCode !== 401) return answer;
    await answer.body.dump();
    this.signingIn.refused();
    return sendWith(await this.signingIn.headersFor(request));
  }

  private async authorization(): Promise<{ authorization?: string }> {
    const { prometheusBearerToken, prometheusBearerTokenFile, prometheusUsername, prometheusPassword } =
      this.access;
    const token = prometheusBearerTokenFile
      ? await contentOf(prometheusBearerTokenFile)
      : prometheusBearerToken;
    if (token) return { authorization: `Bearer ${token.trim()}` };
    if (!prometheusUsername) return {};
    const pair = Buffer.from(`${prometheusUsername}:${prometheusPassword}`).toString('base64');
    return { authorization: `Basic ${pair}` };
  }

  /** Connections with the current certificates. */
  private async connected(): Promise<Agent> {
    const { prometheusCaFile, prometheusCertFile, prometheusKeyFile, prometheusInsecure } = this.access;
    const [ca, cert, key] = await Promise.all([
      contentOf(prometheusCaFile),
      contentOf(prometheusCertFile),
      contentOf(prometheusKeyFile),
    ]);
    const { tls } = this;
    if (this.agent && tls && tls.ca === ca && tls.cert === cert && tls.key === key) return this.agent;
    const former = this.agent;
    this.tls = { ca, cert, key };
    this.agent = new Agent({
      connect: { ca, cert, key, rejectUnauthorized: !prometheusInsecure, timeout: CONNECT_TIMEOUT_MS },
      keepAliveTimeout: KEEP_ALIVE_MS,
      // Time limits are those of `timed`.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    void former?.close();
    return this.agent;
  }
}

/** @throws PrometheusError when it cannot be read */
async function contentOf(file: string): Promise<string | undefined> {
  if (file === '') return undefined;
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    const why = errorText(cause);
    throw new PrometheusError(`its credentials cannot be read: ${why}`, 'refused', undefined, { cause });
  }
}
