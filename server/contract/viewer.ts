/** Whose clock the pages show times by: that of the browser, or UTC. */
export type ZoneChoice = 'local' | 'utc';

/** The clock that somebody looks at pages by. */
export interface ViewerClock {
  choice: ZoneChoice;
  /** The time zone of the browser, such as `Europe/Berlin`. */
  local: string;
}

/** What the HTML of a page depends on, besides its data: a browser must make the same of it at first. */
export interface Viewer {
  clock: ViewerClock;
  /** Whether it is likely as narrow as a phone. */
  isPhone: boolean;
}

export const UTC = 'UTC';

/** Of whom nothing is known. */
const ANYBODY: Viewer = { clock: { choice: 'local', local: UTC }, isPhone: false };

/** The cookie in which a browser says by which clock it shows times. */
export const CLOCK_COOKIE = 'plumbline-clock';

/** A clock as the cookie and the document state it: `local:Europe/Berlin`. */
export function clockText({ choice, local }: ViewerClock): string {
  return `${choice}:${local}`;
}

/** The clock that a text states; UTC if it states none that is known here. */
export function clockIn(text: string | undefined): ViewerClock {
  const [, choice, local = ''] = /^(local|utc):([\w+/-]{1,64})$/.exec(text ?? '') ?? [];
  return choice && isZone(local) ? { choice: choice as ZoneChoice, local } : ANYBODY.clock;
}

function isZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-GB', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** Who looks, as far as their request says. */
export function viewerBy(headers: {
  cookie?: string | undefined;
  'user-agent'?: string | undefined;
}): Viewer {
  const cookies = (headers.cookie ?? '').split(';').map((one) => one.trim());
  const kept = cookies.find((one) => one.startsWith(`${CLOCK_COOKIE}=`))?.slice(CLOCK_COOKIE.length + 1);
  return { clock: clockIn(kept), isPhone: /\bMobi/.test(headers['user-agent'] ?? '') };
}

/** What serves pages and the pages are bundled apart; they meet under this key. */
const KEY = Symbol.for('plumbline.viewer');
const shared = globalThis as { [KEY]?: () => Viewer | undefined };

/** Says from now on for whom the server renders a page. */
export function shareViewer(present: () => Viewer | undefined): void {
  shared[KEY] = present;
}

/** For whom the server renders the page that it is at. */
export function presentViewer(): Viewer {
  return shared[KEY]?.() ?? ANYBODY;
}
