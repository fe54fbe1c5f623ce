import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace';
import type { ProblemReporter } from '../../kube/problems';
import { errorText } from '../../lib/report/errors';

/** An exporter whose failures are a problem until it succeeds again. */
export function reporting(
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
