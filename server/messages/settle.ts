import { createHash } from 'node:crypto';
import { shortened } from '../lib/report/shortened';
import { NEWS, type NewsCode, type Topic, topicOf } from '../words/messages';
import { type Fact, OVER, type Seen } from './fact';
import {
  type Lasting,
  type Ledger,
  ledgerBytes,
  type Message,
  MOST_LASTING_BYTES,
  MOST_LASTING_IN_ALL,
  MOST_OBJECTS_NAMED,
  MOST_ONCE,
  MOST_PLACES,
  MOST_QUEUED,
  type NewsItem,
  type ObjectCounts,
  withinSize,
} from './ledger';

export const HOUR_MS = 3_600_000;
/** How long a fact counts as seen after its process last said so: longer than a restart takes. */
export const SEEN_FOR_MS = 15 * 60_000;

export interface SettleRules {
  /** This process. */
  readonly me: string;
  /** The cluster's time and real time. */
  readonly nowMs: number;
  readonly wallMs: number;
  /** How long something must be gone to be over. */
  readonly graceMs: number;
  readonly minIntervalMs: number;
  readonly perHour: number;
  /** Keys of the receivers. */
  readonly receivers: readonly string[];
  readonly topics: readonly Topic[];
}

interface News extends NewsItem {
  readonly code: NewsCode;
}

/**
 * The ledger after what is seen now: new messages in its queue, and what they are about noted as told, both in
 * one step, so that nothing is told twice or lost. As long as no message may be made, what is new stays new.
 * The same ledger if nothing changed.
 */
export function settle(ledger: Ledger, seen: Seen, rules: SettleRules): Ledger {
  const known = stillSeen(ledger, seen, rules);
  const made = known.made.filter((ms) => ms > rules.wallMs - HOUR_MS && ms <= rules.wallMs);
  const left = leftFor(made, rules);
  if (left === 0) return known;
  const found = whatIsNew(known, seen, rules);
  const codes = Object.keys(NEWS)
    .filter((code): code is NewsCode => found.some((one) => one.news?.code === code))
    .slice(0, left);
  const told = found.filter(({ news }) => !news || codes.includes(news.code));
  if (told.length === 0) return known;
  const notes: Notes = { lasting: { ...known.lasting }, once: { ...known.once } };
  for (const { note } of told) note(notes);
  let next: Ledger = withinBound({ ...known, ...notes, made });
  for (const code of codes)
    next = withMessage(
      next,
      code,
      found.flatMap(({ news }) => (news?.code === code ? [news] : [])),
      rules,
    );
  return withinSize(next);
}

function leftFor(made: readonly number[], { wallMs, minIntervalMs, perHour }: SettleRules): number {
  const last = made.at(-1);
  if (last !== undefined && wallMs - last < minIntervalMs) return 0;
  return Math.max(0, perHour - made.length);
}

/** Notes which of what was told this process still sees, and which it does not. */
function stillSeen(ledger: Ledger, { lasting: facts }: Seen, { me, wallMs, graceMs }: SettleRules): Ledger {
  const present = new Set(facts.map(keyOf));
  const changed: Record<string, Lasting> = {};
  for (const [key, known] of Object.entries(ledger.lasting)) {
    const untilMs = known.by[me];
    const wantedMs = present.has(key)
      ? untilMs !== undefined && untilMs > wallMs + SEEN_FOR_MS / 2
        ? untilMs
        : wallMs + SEEN_FOR_MS
      : untilMs === undefined
        ? undefined
        : Math.min(untilMs, wallMs + graceMs);
    // A process whose time has passed is forgotten, as long as another sees it.
    const live = Object.entries(known.by).filter(([who, ms]) => who !== me && ms > wallMs);
    const by = { ...Object.fromEntries(live), ...(wantedMs !== undefined && { [me]: wantedMs }) };
    if (wantedMs !== untilMs || (live.length > 0 && Object.keys(by).length !== Object.keys(known.by).length))
      changed[key] = { ...known, by };
  }
  return Object.keys(changed).length === 0
    ? ledger
    : { ...ledger, lasting: { ...ledger.lasting, ...changed } };
}

interface Notes {
  readonly lasting: Record<string, Lasting>;
  readonly once: Record<string, number>;
}

interface Found {
  /** Undefined for what is noted without a word. */
  readonly news?: News;
  readonly note: (notes: Notes) => void;
}

function whatIsNew(
  ledger: Ledger,
  { lasting, once }: Seen,
  { me, nowMs, wallMs, topics }: SettleRules,
): Found[] {
  const isTold = (code: NewsCode) => topics.some((topic) => topic === topicOf(code));
  const found: Found[] = [];
  let left = MOST_LASTING_IN_ALL - Object.keys(ledger.lasting).length;
  let bytesLeft: number | undefined;
  for (const fact of lasting) {
    const key = keyOf(fact);
    if (ledger.lasting[key] || !isTold(fact.code) || left-- <= 0) continue;
    const { code, problem, path, namespace } = fact;
    const entry: Lasting = {
      code,
      about: shortened(fact.about),
      path,
      ...(problem && { problem }),
      ...(namespace !== undefined && { namespace }),
      by: { [me]: wallMs + SEEN_FOR_MS },
    };
    bytesLeft ??= MOST_LASTING_BYTES - ledgerBytes(ledger.lasting);
    bytesLeft -= ledgerBytes({ [key]: entry });
    if (bytesLeft < 0) continue;
    const note = ({ lasting }: Notes) => void Object.assign(lasting, { [key]: entry });
    found.push({ news: newsOf(fact), note });
  }
  for (const fact of once) {
    const key = keyOf(fact);
    if (fact.atMs < ledger.sinceMs || key in ledger.once || !isTold(fact.code)) continue;
    const note = ({ once }: Notes) => void Object.assign(once, { [key]: fact.atMs });
    found.push({ news: newsOf(fact), note });
  }
  for (const [key, { code, by, ...rest }] of Object.entries(ledger.lasting)) {
    if (Object.values(by).some((untilMs) => untilMs > wallMs)) continue;
    const over = OVER[code];
    found.push({
      ...(over && isTold(over) && { news: { ...rest, code: over, detail: '', atMs: nowMs } }),
      note: (notes) => void delete notes.lasting[key],
    });
  }
  return found;
}

/** One key for a fact, short whatever its object is called. */
function keyOf({ code, key }: Fact): string {
  return createHash('sha256').update(`${code} ${key}`).digest('base64url').slice(0, 10);
}

/** Remedies are whole where they can be. */
const LONGEST_REMEDY = 300;

function newsOf({ code, about, detail, remedy, atMs, path, problem, namespace }: Fact): News {
  return {
    code,
    about: shortened(about),
    detail: shortened(detail),
    atMs,
    path,
    ...(problem && { problem }),
    ...(remedy && { remedy: shortened(remedy, LONGEST_REMEDY) }),
    ...(namespace !== undefined && { namespace }),
  };
}

function withMessage(ledger: Ledger, code: NewsCode, news: readonly News[], rules: SettleRules): Ledger {
  const serial = ledger.serial + 1;
  const items = [...news].sort((a, b) => a.atMs - b.atMs).slice(0, MOST_OBJECTS_NAMED);
  const message: Message = {
    id: idOf(code, news),
    code,
    atMs: rules.nowMs,
    madeMs: rules.wallMs,
    count: news.length,
    items: items.map(({ code: _code, ...item }) => item),
    places: placesOf(news),
    dropped: ledger.dropped,
    to: rules.receivers,
  };
  const queue = [...ledger.queue, message];
  const excess = queue.splice(0, queue.length - MOST_QUEUED);
  return {
    ...ledger,
    serial,
    queue,
    made: [...ledger.made, rules.wallMs],
    dropped: excess.reduce((sum, one) => sum + 1 + one.dropped, 0),
  };
}

/** How many are in each namespace; of many namespaces, those with the most. */
function placesOf(news: readonly News[]): ObjectCounts {
  const counts = new Map<string, number>();
  for (const { namespace } of news)
    if (namespace !== undefined) counts.set(namespace, (counts.get(namespace) ?? 0) + 1);
  return Object.fromEntries([...counts].sort(([, a], [, b]) => b - a).slice(0, MOST_PLACES));
}

/** Of what is told: also two processes that tell by themselves give one thing one id. */
function idOf(code: NewsCode, news: readonly News[]): string {
  const text = `${code} ${news.map(({ about, atMs }) => `${about} ${atMs}`).join()}`;
  return createHash('sha256').update(text).digest('base64url').slice(0, 16);
}

/** Forgets the oldest of what happened once; nothing as old as that is told any more. */
function withinBound(ledger: Ledger): Ledger {
  const told = Object.entries(ledger.once).sort(([, a], [, b]) => b - a);
  const [forgotten] = told.slice(MOST_ONCE);
  if (!forgotten) return ledger;
  return {
    ...ledger,
    once: Object.fromEntries(told.slice(0, MOST_ONCE)),
    sinceMs: Math.max(ledger.sinceMs, forgotten[1] + 1),
  };
}
