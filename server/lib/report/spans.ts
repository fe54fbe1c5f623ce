import { type Here, here, standing } from './trace';

/** What is known of a span, by the names of OpenTelemetry or our own; undefined is left out. */
export type SpanFacts = Readonly<Record<string, string | number | boolean | undefined>>;

export interface OpenSpan {
  /** Where work in this span stands. */
  readonly place: Here;
  note(facts: SpanFacts): void;
  /** `error` if the work failed; without one, it went well. */
  end(error?: unknown): void;
}

/** Where spans go. Nothing here throws or waits. */
export interface SpanSink {
  begin(name: string, facts: SpanFacts, place: Here): OpenSpan;
  /** A span of work that is over, of a kind that is frequent: only a share of them is sent. */
  ended(name: string, startedAtMs: number, facts: () => SpanFacts): void;
}

/** Pages, JSON handlers and the runtime are bundled apart; they meet under this key. */
const KEY = Symbol.for('plumbline.spans');
const shared = globalThis as { [KEY]?: SpanSink };

/** Sends the spans of this process to `sink` from now on; undefined sends them nowhere. */
export function sendSpansTo(sink: SpanSink | undefined): void {
  shared[KEY] = sink;
}

/** Where the spans of this process go; undefined is nowhere. */
export function spanSink(): SpanSink | undefined {
  return shared[KEY];
}

/** Adds facts to a span; does nothing where there is none. */
export type Note = (facts: SpanFacts) => void;

export const NOWHERE: Note = () => undefined;

/** Does `work` in a span of the present trace. Outside of a trace, or if spans go nowhere, it only does `work`. */
export async function inSpan<T>(
  name: string,
  facts: SpanFacts,
  work: (note: Note) => T | Promise<T>,
): Promise<T> {
  const place = here();
  const span = place && shared[KEY]?.begin(name, facts, place);
  if (!span) return work(NOWHERE);
  try {
    const result = await standing(span.place, () => work((more) => span.note(more)));
    span.end();
    return result;
  } catch (thrown) {
    span.end(thrown);
    throw thrown;
  }
}
