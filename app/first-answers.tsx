import { headers } from 'next/headers';
import type { ReactNode } from 'react';
import { ASKED_FRESH, DOCUMENT_HEADER, earlyScript } from '@/components/api/early-answer';
import { Answered, type WrittenAnswer } from '@/components/api/first-answers';
import { BASE_PATH_HEADER, belowBase } from '@/server/contract/base-path';
import { apiIn, CLUSTER_HEADER } from '@/server/contract/cluster-pages';
import { CLOCK_HEADER } from '@/server/contract/status';
import { askApi } from '@/server/host/runtime';
import { wallClock } from '@/server/lib/time/clock';
import { comesWithin } from '@/server/lib/time/comes-within';

/** So long a document waits for what it shows, in milliseconds. */
const PATIENCE_MS = 500;

interface FirstAnswersProps {
  /** What the page asks first, letter for letter as its queries have it. */
  to: readonly string[];
  /** Whether other processes have to say it. */
  areElsewhere?: boolean;
  children: ReactNode;
}

/**
 * Has a document show what it is about before any of its scripts runs: the API is asked while it is
 * drawn, with the headers of its own request, so that they judge who asks. What they do not say in time, and what
 * another cluster would have to say, the document asks for as soon as it is there. A page that is not opened as a
 * document has none of this: what it kept would be old when somebody comes back to it.
 */
export async function FirstAnswers({ to, areElsewhere = false, children }: FirstAnswersProps) {
  const asked = await headers();
  if (!asked.has(DOCUMENT_HEADER)) return <Answered answers={{}}>{children}</Answered>;
  const cluster = asked.get(CLUSTER_HEADER) ?? undefined;
  const answers: Record<string, WrittenAnswer> = {};
  const late: string[] = [];
  const isHere = !areElsewhere && cluster === undefined;
  const ask = async (path: string) => {
    const answer = isHere ? await inTime(askApi(requestFor(path, asked))) : undefined;
    if (!answer) late.push(belowBase(asked.get(BASE_PATH_HEADER) ?? '', apiIn(cluster, path)));
    else if (answer.ok) answers[path] = await written(answer);
  };
  await Promise.all(to.map(ask));
  return (
    <Answered answers={answers}>
      {late.length > 0 && (
        // A browser hides the nonce from scripts, so hydration finds another one.
        <script
          nonce={asked.get('x-nonce') ?? ''}
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: our own code, in which no tag can begin
          dangerouslySetInnerHTML={{ __html: earlyScript(late) }}
        />
      )}
      {children}
    </Answered>
  );
}

/** Asks as pages do, in the name of who asks for the document. */
function requestFor(path: string, asked: Headers): Request {
  const request = new Request(`http://${asked.get('host') ?? 'localhost'}${path}`, { headers: asked });
  for (const [name, value] of Object.entries(ASKED_FRESH.headers)) request.headers.set(name, value);
  request.headers.delete('if-none-match');
  return request;
}

/** The answer; undefined if it takes too long. */
async function inTime(answer: Promise<Response>): Promise<Response | undefined> {
  return (await comesWithin(wallClock, PATIENCE_MS, answer)) ? answer : undefined;
}

async function written(answer: Response): Promise<WrittenAnswer> {
  const clock = answer.headers.get(CLOCK_HEADER);
  return {
    body: await answer.text(),
    etag: answer.headers.get('etag') ?? undefined,
    nowMs: clock === null ? undefined : Number(clock),
    atMs: wallClock.now(),
  };
}
