import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Answered } from './first-answers';
import { useStatus } from './queries';

function Version() {
  const { data, nowMs, dataUpdatedAt } = useStatus();
  return `${data?.version} ${nowMs} ${dataUpdatedAt}`;
}

it('a server draws a page with its first answers, and watches no query for that', () => {
  const answers = { '/api/status': { body: '{"version":"1.2.3"}', nowMs: 7, atMs: 9 } };
  // There are no queries around it.
  const drawn = renderToStaticMarkup(
    <Answered answers={answers}>
      <Version />
    </Answered>,
  );
  expect(drawn).toBe('1.2.3 7 9');
});
