const MINUTE_MS = 60_000;
export const DAY_MS = 86_400_000;
/** Days whose offsets are kept per zone: more than thirty years. */
const MOST_DAYS = 12_000;
/** Zones kept: IANA names about six hundred. */
const MOST_ZONES = 1000;

interface DayOffsets {
  readonly beforeMs: number;
  readonly afterMs: number;
  /** When `afterMs` begins to hold. */
  readonly changesMs: number;
}

/**
 * The wall clock of an IANA time zone. Local times are counted like Unix milliseconds, as if the wall clock
 * showed UTC.
 */
export class Zone {
  private readonly days = new Map<number, DayOffsets>();

  private constructor(private readonly format: Intl.DateTimeFormat) {}

  private static readonly known = new Map<string, Zone>();

  /** Undefined if there is no such zone. */
  static named(name: string): Zone | undefined {
    const known = Zone.known.get(name);
    if (known) return known;
    const format = formatOf(name);
    if (!format) return undefined;
    const zone = new Zone(format);
    if (Zone.known.size >= MOST_ZONES) Zone.known.clear();
    Zone.known.set(name, zone);
    return zone;
  }

  /** The zone as the time zone database spells it. */
  get name(): string {
    return this.format.resolvedOptions().timeZone;
  }

  localOf(utcMs: number): number {
    return utcMs + this.offsetMs(utcMs);
  }

  /**
   * When the wall clock shows `localMs`, as RFC 5545 (3.3.5) and `Temporal` ("compatible") read it: of two such
   * times the first; a time that the clock skips counts by the offset before the gap, so that 02:30 becomes 03:30.
   */
  instantOf(localMs: number): number {
    const before = this.offsetMs(localMs - DAY_MS);
    const after = this.offsetMs(localMs + DAY_MS);
    if (before === after) return localMs - before;
    const isAfter = this.offsetMs(localMs - after) === after;
    const isBefore = this.offsetMs(localMs - before) === before;
    return localMs - (isAfter && !isBefore ? after : before);
  }

  /** Whether the clock is not put forward or back around these local times. */
  isSteady(fromLocalMs: number, toLocalMs: number): boolean {
    const offset = this.offsetMs(fromLocalMs - DAY_MS);
    for (let ms = fromLocalMs; ms < toLocalMs + 2 * DAY_MS; ms += DAY_MS)
      if (this.offsetMs(Math.min(ms, toLocalMs + DAY_MS)) !== offset) return false;
    return true;
  }

  private offsetMs(utcMs: number): number {
    const day = Math.floor(utcMs / DAY_MS);
    let found = this.days.get(day);
    if (!found) {
      found = this.offsetsOn(day);
      if (this.days.size >= MOST_DAYS) this.days.clear();
      this.days.set(day, found);
    }
    return utcMs < found.changesMs ? found.beforeMs : found.afterMs;
  }

  /** Offsets change at whole minutes, and at most once a day. */
  private offsetsOn(day: number): DayOffsets {
    let [low, high] = [day * DAY_MS, (day + 1) * DAY_MS];
    const beforeMs = this.read(low);
    const afterMs = this.read(high);
    if (beforeMs === afterMs) return { beforeMs, afterMs, changesMs: low };
    while (high - low > MINUTE_MS) {
      const middle = low + Math.floor((high - low) / 2 / MINUTE_MS) * MINUTE_MS;
      if (this.read(middle) === beforeMs) low = middle;
      else high = middle;
    }
    return { beforeMs, afterMs, changesMs: high };
  }

  private read(utcMs: number): number {
    const parts = new Map(this.format.formatToParts(utcMs).map(({ type, value }) => [type, Number(value)]));
    const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
    const day = Date.UTC(part('year'), part('month') - 1, part('day'));
    const time = part('hour') * 3600 + part('minute') * 60 + part('second');
    return day + time * 1000 - utcMs;
  }
}

/** Undefined unless it is a name of the time zone database; offsets such as +02:00 are none. */
function formatOf(timeZone: string): Intl.DateTimeFormat | undefined {
  if (!/^[a-z]/i.test(timeZone)) return undefined;
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone,
      calendar: 'gregory',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  } catch {
    return undefined;
  }
}
