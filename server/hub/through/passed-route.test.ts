import { describe, expect, it } from 'vitest';
import { passedRoute } from './passed-route';

describe('a route that is asked for through a hub', () => {
  it.each([
    ['GET', ['status'], '/status', 'json'],
    ['GET', ['workloads', 'shop', 'web', 'past'], '/workloads/shop/web/past', 'json'],
    ['GET', ['nodes', 'labels'], '/nodes/labels', 'json'],
    ['POST', ['approvals'], '/approvals', 'json'],
    ['PATCH', ['policies', 'a b?'], '/policies/a%20b%3F', 'json'],
    ['PATCH', ['rules', 'a b?'], '/policies/a%20b%3F', 'json'],
    ['DELETE', ['stop'], '/stop', 'json'],
    ['GET', ['costs.csv'], '/costs.csv', 'file'],
  ])('%s %j', (method, segments, path, answers) => {
    expect(passedRoute(method, segments)).toMatchObject({ method, path, answers });
  });

  it.each([
    ['POST', ['approvals'], 'Approves or rejects changes.'],
    ['DELETE', ['stop'], 'Resumes.'],
    ['POST', ['vpas', 'shop', 'web', 'try-again'], 'Tries a change again that was undone.'],
    ['GET', ['approvals'], undefined],
    ['POST', ['policy-drafts', 'preview'], undefined],
    ['POST', ['admission', 'try'], undefined],
    ['POST', ['workloads', 'export'], undefined],
  ])('by %s %j changes %s', (method, segments, changes) => {
    expect(passedRoute(method, segments).changes).toBe(changes);
  });

  it.each([
    ['a path upwards', 'GET', ['workloads', '..', 'stop']],
    ['a path upwards at the end', 'GET', ['policies', '..']],
    ['a dot', 'GET', ['nodes', '.']],
    ['an empty name', 'GET', ['workloads', '', 'web']],
    ['a slash in a name', 'GET', ['workloads', 'shop', 'a/../../stop']],
    ['a backslash in a name', 'GET', ['nodes', '..\\stop']],
    ['a line end in a name', 'GET', ['nodes', 'a\r\nx-user: root']],
    ['half a character', 'GET', ['nodes', '\ud800']],
    ['a name without end', 'GET', ['nodes', 'a'.repeat(254)]],
    ['another hub behind it', 'POST', ['clusters', 'stop']],
    ['a session there', 'POST', ['session']],
    ['nothing', 'GET', []],
    ['a page', 'GET', ['login']],
  ])('refuses %s', (_, method, segments) => {
    expect(() => passedRoute(method, segments)).toThrow('no such route in a cluster');
  });

  it.each(['PUT', 'DELETE', 'OPTIONS', 'toString'])(
    'refuses %s where a route has no such method',
    (method) => {
      expect(() => passedRoute(method, ['status'])).toThrow('Nothing here answers that method');
    },
  );
});
