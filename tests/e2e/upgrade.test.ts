import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import recorded from '../recorded/0.1.0.json';
import { type Dashboard, startDashboard } from '../support/dashboard';
import { PATIENCE } from '../support/patience';
import { until } from '../support/until';

/** What JSON has where: a type, a list with what all of its elements have, or fields. */
type Shape = string | Shape[] | { [field: string]: Shape };

interface Container {
  cpu: { target?: number; usage?: object };
}

/**
 * What each route answered with, as recorded there. Left out are counts by words that may be absent, and what the inbox
 * took over before the API had a version: the route `problems`, and `wrong`, `problems`, `needy` and `needs` elsewhere.
 */
const ROUTES: Record<string, Shape> = recorded.routes;

/** The kind of entries that were recorded; other kinds have other fields. */
const DECISIONS = 'audit?kind=decision';

/** Where an answer lacks what the recorded one has, or has something else there. */
function lacking(shape: Shape, value: unknown, at = ''): string[] {
  if (shape === 'any' || shape === 'null') return value === undefined ? [`${at} is missing`] : [];
  if (typeof shape === 'string') return typeof value === shape ? [] : [`${at} is no ${shape}`];
  if (Array.isArray(shape)) {
    if (!Array.isArray(value)) return [`${at} is no list`];
    const [element] = shape;
    return element === undefined
      ? []
      : value.flatMap((one, index) => lacking(element, one, `${at}[${index}]`));
  }
  if (typeof value !== 'object' || value === null) return [`${at} is no object`];
  return Object.entries(shape).flatMap(([field, inside]) =>
    lacking(inside, (value as Record<string, unknown>)[field], `${at}.${field}`),
  );
}

describe('a process with every setting of 0.1.0 as it was documented there', () => {
  let dashboard: Dashboard;

  const ask = async (route: string) => {
    const response = await fetch(`${dashboard.url}/api/${route}`);
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };

  beforeAll(async () => {
    const { PLUMBLINE_PORT: _port, PLUMBLINE_DATA_DIR: _folder, ...settings } = recorded.settings;
    // Usage is measured each minute of the cluster.
    dashboard = await startDashboard({
      ...settings,
      PLUMBLINE_SANDBOX: 'true',
      PLUMBLINE_CLOCK_SPEED: '60',
    });
    await until('a plan, and recommendations with what is used', async () => {
      const { rows: planned = [] } = (await ask('plan')).body as { rows?: unknown[] };
      const { containers = [] } = (await ask('workloads/shop/storefront')).body as {
        containers?: Container[];
      };
      const { usedMs } = (await ask('costs')).body;
      const { entries = [] } = (await ask(DECISIONS)).body as { entries?: unknown[] };
      const pasts = await Promise.all(['overview/past', 'namespaces/shop/past'].map((past) => ask(past)));
      if (!pasts.every(({ body }) => body.atMs !== undefined)) return false;
      return (
        planned.length > 0 &&
        entries.length > 0 &&
        usedMs !== undefined &&
        containers.every(({ cpu }) => cpu.target && cpu.usage)
      );
    });
  });
  afterAll(() => dashboard?.stop());

  it.each(Object.keys(ROUTES))('answers /api/%s with all that it had', async (route) => {
    const found = async () => {
      const { status, body } = await ask(route === 'audit' ? DECISIONS : route);
      return [status, lacking(ROUTES[route] ?? {}, body)];
    };
    // What the API server did not say in time is asked for again.
    await expect.poll(found, PATIENCE).toEqual([200, []]);
  });

  it.each(recorded.pages)('has the page %s, here or where it leads', async (page) => {
    expect((await fetch(dashboard.url + page)).status).toBe(200);
  });

  it('is no hub, and offers nothing of one', async () => {
    expect((await ask('clusters')).status).toBe(404);
    expect((await ask('status')).body).not.toHaveProperty('isHub');
  });
});
