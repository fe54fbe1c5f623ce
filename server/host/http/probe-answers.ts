import type { IncomingMessage, ServerResponse } from 'node:http';
import { errorAnswer, toAppError } from '../../lib/report/errors';
import { metricsText } from '../metrics-text';
import { runtime } from '../runtime';
import { POLICY_OF_DATA, securityHeaders } from './security-headers';
import { packed, takesGzip } from './takes-gzip';

interface Answer {
  status: number;
  type: string;
  body: string;
}

const json = (status: number, value: unknown): Answer => ({
  status,
  type: 'application/json',
  body: JSON.stringify(value),
});

/** What kubelets and Prometheus ask for. It takes no identity, and nothing here names more than metrics do. */
const PROBES = {
  health: () => {
    const health = runtime().health();
    return json(health.ok ? 200 : 503, health);
  },
  readiness: () => {
    const readiness = runtime().readiness();
    return json(readiness.ready ? 200 : 503, readiness);
  },
  metrics: async () => {
    const { metrics } = runtime();
    return { status: 200, type: metrics.contentType, body: await metricsText(metrics) };
  },
} as const satisfies Record<string, () => Answer | Promise<Answer>>;

export type Probe = keyof typeof PROBES;

/** Answers a probe; `packs` says whether to compress for who takes that. */
export async function answerProbe(
  probe: Probe,
  request: IncomingMessage,
  response: ServerResponse,
  { packs = false } = {},
): Promise<void> {
  const { status, type, body } = await answerOf(probe);
  const headers = {
    ...securityHeaders(POLICY_OF_DATA),
    'content-type': type,
    ...(packs && { vary: 'Accept-Encoding' }),
  };
  if (packs && takesGzip(request))
    response.writeHead(status, { ...headers, 'content-encoding': 'gzip' }).end(await packed(body));
  else response.writeHead(status, headers).end(body);
}

async function answerOf(probe: Probe): Promise<Answer> {
  try {
    return await PROBES[probe]();
  } catch (thrown) {
    const error = toAppError(thrown);
    return json(error.status, errorAnswer(error).body);
  }
}
