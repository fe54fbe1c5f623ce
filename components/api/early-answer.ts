/** How a page asks for what it shows: the revisions are kept here, not by the browser. */
export const ASKED_FRESH = {
  cache: 'no-store',
  // What is polled may come in part while the rights of the person are asked; the status says so meanwhile.
  headers: { accept: 'application/json', prefer: 'wait=1' },
} as const;

/** In the request for a page: it is a document of somebody who may open it. The process itself sets it. */
export const DOCUMENT_HEADER = 'x-plumbline-document';

/** An early answer that no query took by then is dropped: it would be old. */
const KEPT_MS = 10_000;

declare global {
  interface Window {
    /** By path: what was asked before the page's scripts ran. */
    earlyAnswers?: Record<string, Promise<Response>>;
  }
}

/** A script that asks for `paths` where it stands in the HTML. */
export function earlyScript(paths: readonly string[]): string {
  // No tag can begin in a path.
  const [asked, how] = [paths, ASKED_FRESH].map((value) => JSON.stringify(value).replaceAll('<', '\\u003c'));
  return `window.earlyAnswers??={};for(const path of ${asked})(earlyAnswers[path]=fetch(path,${how})).catch(()=>{});setTimeout(()=>{earlyAnswers={}},${KEPT_MS})`;
}

/** The early answer to `path`, once; undefined if there is none, or none that is good. */
export async function takeEarlyAnswer(path: string): Promise<Response | undefined> {
  const asked = window.earlyAnswers?.[path];
  if (!asked) return undefined;
  delete window.earlyAnswers?.[path];
  const answer = await asked.catch(() => undefined);
  return answer?.ok ? answer : undefined;
}
