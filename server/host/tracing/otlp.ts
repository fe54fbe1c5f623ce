import { createHash } from 'node:crypto';
import { hostname } from 'node:os';
import {
  type Attributes,
  ROOT_CONTEXT,
  type Span,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOnSampler,
  BatchSpanProcessor,
  RandomIdGenerator,
  type ReadableSpan,
  type SpanExporter,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Config } from '../../config';
import { shownAddress } from '../../config/secrets';
import type { ProblemReporter } from '../../kube/problems';
import { errorText } from '../../lib/report/errors';
import { type OpenSpan, type SpanFacts, type SpanSink, sendSpansTo, spanSink } from '../../lib/report/spans';
import { type Here, newTrace } from '../../lib/report/trace';
import { VERSION } from '../../lib/report/version';
import type { Clock } from '../../lib/time/clock';
import { comesWithin } from '../../lib/time/comes-within';

const EXPORT_TIMEOUT_MS = 10_000;
const SENT_EVERY_MS = 2_000;
/** What is not sent this long after the end of a process began is lost. */
const CLOSE_WITHIN_MS = 2_000;

type TracingSettings = Pick<Config, 'otlpEndpoint' | 'otlpHeaders' | 'otlpReviewShare' | 'roles'>;

interface Tracing {
  /** Sends what is left. Never rejects. */
  close(): Promise<void>;
}

/** An exporter whose failures are a problem until it succeeds again. */
function reporting(
  exporter: SpanExporter,
  endpoint: string,
  problems: Pick<ProblemReporter, 'report' | 'clear'>,
): SpanExporter {
  return {
    export: (spans: ReadableSpan[], done) =>
      exporter.export(spans, (result) => {
        if (result.error) problems.report('spans-not-sent', endpoint, errorText(result.error));
        else problems.clear('spans-not-sent', endpoint);
        done(result);
      }),
    forceFlush: async () => exporter.forceFlush?.(),
    shutdown: () => exporter.shutdown(),
  };
}

/**
 * Sends the spans of this process to an OpenTelemetry receiver, in batches and in the background. While it
 * does not answer, that is a problem, and spans beyond 2,048 are dropped.
 */
export function sendSpans(
  config: TracingSettings,
  { problems, wallClock }: { problems: ProblemReporter; wallClock: Clock },
): Tracing {
  const endpoint = config.otlpEndpoint.replace(/\/+$/, '');
  const exporter = new OTLPTraceExporter({
    url: `${endpoint}/v1/traces`,
    headers: config.otlpHeaders,
    timeoutMillis: EXPORT_TIMEOUT_MS,
  });
  const ids = new IdsOfTraces();
  const provider = new TracerProvider({
    sampler: new AlwaysOnSampler(),
    idGenerator: ids,
    resource: defaultResource().merge(
      resourceFromAttributes({
        'service.name': 'plumbline',
        'service.version': VERSION,
        'service.instance.id': `${hostname()}-${process.pid}`,
        'plumbline.roles': config.roles.join(','),
      }),
    ),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: reporting(exporter, shownAddress(endpoint), problems),
        scheduledDelayMillis: SENT_EVERY_MS,
      }),
    ],
  });
  const sink = new OtlpSink(provider, ids, config.otlpReviewShare);
  sendSpansTo(sink);
  return {
    close: async () => {
      if (spanSink() === sink) sendSpansTo(undefined);
      const closed = provider.shutdown().catch(() => undefined);
      await comesWithin(wallClock, CLOSE_WITHIN_MS, closed);
    },
  };
}

/** Gives a span without a parent the id of our trace. */
class IdsOfTraces extends RandomIdGenerator {
  next: string | undefined;

  override generateTraceId = (): string => this.next ?? newTrace();
}

const TRACE_ID = /^[\da-f]{32}$/;

/** A trace as OpenTelemetry names it: 32 hex digits. The id that a proxy gave a request is hashed. */
function traceIdOf(trace: string): string {
  return TRACE_ID.test(trace) ? trace : createHash('sha256').update(trace).digest('hex').slice(0, 32);
}

class OtlpSink implements SpanSink {
  private readonly tracer;
  /** Rises by the share for each frequent span; one is sent whenever it reaches 1. */
  private due = 0;

  constructor(
    provider: TracerProvider,
    private readonly ids: IdsOfTraces,
    private readonly share: number,
  ) {
    this.tracer = provider.getTracer('plumbline', VERSION);
  }

  begin(name: string, facts: SpanFacts, place: Here): OpenSpan {
    const span = this.start(name, attributesOf(facts), place);
    return {
      place: { ...place, span: span.spanContext().spanId },
      note: (more) => {
        span.setAttributes(attributesOf(more));
      },
      end: (error) => {
        if (error !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: errorText(error) });
        span.end();
      },
    };
  }

  ended(name: string, startedAtMs: number, facts: () => SpanFacts): void {
    this.due += this.share;
    if (this.due < 1) return;
    this.due -= 1;
    this.start(name, attributesOf(facts()), { trace: newTrace() }, startedAtMs).end();
  }

  private start(name: string, attributes: Attributes, { trace: ours, span }: Here, startTime?: number): Span {
    const traceId = traceIdOf(ours);
    const named = traceId === ours ? attributes : { ...attributes, 'plumbline.trace': ours };
    const parent = span && { traceId, spanId: span, traceFlags: TraceFlags.SAMPLED };
    this.ids.next = traceId;
    return this.tracer.startSpan(
      name,
      { attributes: named, startTime, root: parent === undefined },
      parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT,
    );
  }
}

function attributesOf(facts: SpanFacts): Attributes {
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
}
