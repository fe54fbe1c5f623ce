import type { Page } from 'playwright';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { AuditView } from '@/server/contract/audit';
import type { InboxView } from '@/server/contract/inbox';
import type { OverviewView } from '@/server/contract/overview';
import { accessibilityFaults } from '../support/accessibility';
import { changeAnswers, DESKTOP, faultsIn, findChromium, type Look, overflow } from '../support/browser';
import { settled } from '../support/every-page';
import { pressEitherWay as press } from '../support/keyboard';
import { noticed } from '../support/notices';
import { openedDashboard } from '../support/opened-dashboard';
import { PATIENCE } from '../support/patience';

const SELDOM = { ...PATIENCE, interval: 250 };

const chromium = findChromium();
const PHONE: Look = { width: 360, height: 780, colorScheme: 'dark' };

type Says = [path: string, words: RegExp, never?: RegExp];

interface Case {
  scenario: string;
  /** What has to have come up, as `needs` tells it. */
  awaits: RegExp[];
  /** Pages, what each must say of the workload, and what would be false. */
  says: Says[];
  /**
   * What the line of a workload on the Overview says once all of it is unfolded: what heads it, and so what else it
   * says at first sight, changes as a storm goes on.
   */
  lines?: [about: string, words: RegExp][];
  /** The first of the list of workloads, which is sorted by risk. */
  first?: string;
  /** Containers leak, and some of them have a cap that is of use. */
  leaks?: true;
  /** A workload that no higher maximum helps, and what does. */
  unraisable?: [name: string, remedy: RegExp];
  /** A workload that a change of Plumbline killed. */
  undone?: string;
}

const KILLED = /(killed for memory again and again|OOM-killed several times).*\d kills? in 24 h/s;
/** What a node cannot give is not raised. */
const NO_ROOM = /(largest node|room that the nodes have now) allows [\d.]+ [MG]iB/;
const isWorkload = (path: string) => /^\/workloads\/./.test(path);

const CASES: Case[] = [
  {
    scenario: 'small-shop',
    awaits: [/^shop\/thumbnailer oom-loop .*\d kills in 24 h; its policy allows/],
    says: [
      [
        '/workloads?q=thumbnailer',
        /OOM-killed \d+× in 24 h.*Capped by policy \(needs \d+ MiB\)/s,
        /Within bounds/,
      ],
      [
        '/workloads/shop/thumbnailer',
        /killed for memory again and again.*OOM-killed \d+ times in 24 h.*Capped by policy \(needs \d+ MiB\)/s,
      ],
      [
        '/changes?vpa=thumbnailer',
        /app needs \d+ MiB of memory, its policy caps the target at 256 MiB/,
        /There is nothing to do/,
      ],
    ],
    lines: [
      [
        'shop/thumbnailer',
        /killed for memory again and again.*\d+ kills in 24 h; its policy allows 256 MiB of memory, it needs [\d.]+ [MG]iB.*[Rr]aise maxAllowed\.memory of app in the policy to at least [\d.]+ [MG]iB/s,
      ],
    ],
    first: 'thumbnailer',
  },
  {
    scenario: 'oom-storm',
    awaits: [/^storm\/shower oom-loop /, /^storm\/\w+ memory-leak /],
    says: [
      ['/workloads?q=shower', /OOM-killed \d+× in 24 h/],
      ['/workloads/storm/shower', /killed for memory again and again.*Mode Initial changes no running pod/s],
    ],
    lines: [['storm/shower', KILLED]],
    leaks: true,
  },
  {
    scenario: 'hungry-start',
    awaits: [/^ledger\/accounts undone /],
    says: [
      ['/', /ledger\/accounts.*Plumbline caused it, and undid it\./s],
      ['/changes?vpa=accounts', /ledger/],
    ],
    undone: 'ledger/accounts',
  },
  {
    scenario: 'noisy-neighbours',
    awaits: [
      /^flat\/drummer oom-loop /,
      /^flat\/hoarder oom-loop .*(the largest node|the room that the nodes have now) allows/,
    ],
    says: [
      ['/workloads?q=drummer', /OOM-killed \d+× in 24 h/, /Within bounds/],
      ['/workloads?q=hoarder', /OOM-killed \d+× in 24 h/, /Within bounds/],
      ['/workloads/flat/hoarder', NO_ROOM],
    ],
    lines: [
      ['flat/drummer', KILLED],
      ['flat/drummer', / allows [\d.]+ [MG]iB of memory, it needs [\d.]+ GiB/],
      ['flat/hoarder', KILLED],
    ],
    unraisable: ['flat/hoarder', NO_ROOM],
  },
  {
    scenario: 'quota-too-tight',
    awaits: [/^thrift\/spender exceeds-quota /, /^thrift\/striver capped /, /^thrift\/queue pods-refused /],
    says: [
      ['/', /thrift\/queue.*exceeded quota.*thrift\/striver.*a LimitRange allows 250m of CPU/s],
      ['/workloads?q=queue', /Pods refused/, /Within bounds/],
      ['/workloads?q=striver', /Capped by LimitRange \(needs \d/, /Within bounds|below its lower bound/i],
      [
        '/workloads/thrift/striver',
        /Capped by LimitRange \(needs .+LimitRange/s,
        /below its lower bound|Nothing is wrong/i,
      ],
      [
        '/changes?vpa=striver',
        /a LimitRange caps the target at 250m/,
        /within bounds|below the lower bound/i,
      ],
      ['/workloads/thrift/spender', /The quota has no room for what it needs/],
      ['/changes?vpa=spender', /The quota of the namespace has no room/, /-\d+ MiB fit/],
    ],
  },
  {
    scenario: 'budget-allows-nothing',
    awaits: [/^fortress\/keep budget-never-allows /],
    says: [
      [
        '/',
        /fortress\/keep.*A disruption budget can never allow an eviction.*minAvailable: 3.*none is down/s,
      ],
      ['/workloads/fortress/keep', /can never allow an eviction/, /No more pods may be unavailable at once/],
      ['/changes?vpa=keep', /can never allow an eviction/, /No more pods may be unavailable at once/],
    ],
  },
  {
    scenario: 'nodes-too-small',
    awaits: [/^attic\/piano pods-pending /],
    says: [
      ['/', /attic\/piano.*Some of its pods are Pending.*nodes are available/s],
      // It would fit no node with all it needs, so it keeps what it runs with.
      ['/workloads?q=giant', /Below bounds/, /Pending|Within bounds/],
      ['/workloads?q=piano', /1 of 1 pod Pending/, /no usage sample|Its pods run/],
      [
        '/workloads/attic/piano',
        /Its pods are Pending; none runs yet\..*nodes are available/s,
        /no usage sample|Its pods run/,
      ],
    ],
  },
  {
    scenario: 'webhook-broken',
    awaits: [/^cut-off\/blocked pods-refused /],
    says: [
      ['/', /cut-off\/blocked.*The API server refuses its pods.*failed calling webhook/s],
      ['/workloads?q=blocked', /Pods refused.*The API server refuses its pods/s, /No pod matches/],
      [
        '/workloads/cut-off/blocked',
        /The API server refuses its pods\..*failed calling webhook/s,
        /No pod matches the selector/,
      ],
    ],
  },
];

describe.skipIf(!chromium)('what is wrong', () => {
  const opened = openedDashboard({
    PLUMBLINE_SANDBOX: 'true',
    PLUMBLINE_SANDBOX_SCENARIO: 'without-crds',
    PLUMBLINE_CLOCK_SPEED: '600',
    // What is held is looked at for longer than a day takes at this speed.
    PLUMBLINE_HELD_AFTER_UNDO: '30d',
  });
  const { visiting } = opened;

  async function switchTo(name: string): Promise<void> {
    const answer = await fetch(`${opened.dashboard.url}/api/scenarios`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name }),
    });
    expect(answer.status).toBe(200);
  }

  /** What needs a person, as `namespace/name code detail`. */
  async function needs(): Promise<string[]> {
    const answer = await fetch(`${opened.dashboard.url}/api/inbox`);
    if (!answer.ok) return [];
    const { rows } = (await answer.json()) as InboxView;
    return rows
      .flatMap(({ items }) => items.flatMap((item) => [item, ...(item.also ?? [])]))
      .flatMap(({ about, code, said }) => said.map(({ detail }) => `${about} ${code} ${detail}`));
  }

  it('keeps the tour away, which is about workloads', async () => {
    await visiting('/', async (page) => {
      const asked = page.waitForResponse((answer) => answer.url().includes('/api/workloads/search'));
      await changeAnswers(page, '**/api/status', (status) => ({ ...status, offersTour: true }));
      await page.reload();
      await asked;
      await page.getByText('The VPA custom resource definitions are not installed').first().waitFor();
      expect(await page.getByRole('region', { name: 'Tour of Plumbline' }).count()).toBe(0);
    });
  });

  it('is shown on every page that cannot show anything else', async () => {
    for (const path of ['/', '/workloads', '/changes', '/changes/audit', '/workloads/shop/web'])
      await visiting(path, async (page) => {
        await page.getByText('The VPA custom resource definitions are not installed').first().waitFor();
        await page
          .getByText(/^kubectl --kubeconfig \S+ apply -f deploy\/crds\/$/)
          .first()
          .waitFor();
        expect(await page.getByText('The first pass is running').count()).toBe(0);
        expect(await page.getByText(/^Nothing is (broken|wrong)/).count()).toBe(0);
      });
  });

  async function read<T>(path: string): Promise<T> {
    const answer = await fetch(opened.dashboard.url + path);
    expect(answer.status).toBe(200);
    return (await answer.json()) as T;
  }

  describe.each(CASES)(
    'in $scenario',
    ({ scenario, awaits, says, lines = [], first, leaks, unraisable, undone }) => {
      beforeAll(async () => {
        await switchTo(scenario);
        const awaited = awaits.map((need) => expect.stringMatching(need));
        await vi.waitFor(async () => expect(await needs()).toEqual(expect.arrayContaining(awaited)), SELDOM);
      });

      async function countsItsLines(page: Page): Promise<void> {
        const counts = page.getByRole('list', { name: 'How much needs somebody' });
        for (const [words, part] of [
          [/broken$/, 'Broken'],
          [/waits? for you$/, 'Waits for you'],
        ] as const) {
          const count = (await counts.getByRole('link', { name: words }).innerText()).split(' ')[0];
          if (count === '0') continue;
          await page.getByRole('heading', { name: new RegExp(`^${part} ?\\d+$`) }).waitFor();
        }
      }

      /** Unfolds whatever is folded of the lines of a page, again and again until what is expected of them is so. */
      async function onceUnfolded(page: Page, expected: () => Promise<void>): Promise<void> {
        const folds = page
          .locator('main')
          .getByRole('button', { name: /^(Details: |Show all \d)/, expanded: false })
          .first();
        await vi.waitFor(async () => {
          // One that goes meanwhile leaves the rest to the next look.
          while ((await folds.count()) > 0) await folds.click({ timeout: 5_000 });
          await expected();
        }, PATIENCE);
      }

      const lineOf = (page: Page, about: string) =>
        page
          .getByRole('listitem')
          .filter({ has: page.getByRole('link', { name: about, exact: true }) })
          .last();

      if (lines.length > 0)
        it('the lines of the Overview say it', async () => {
          await visiting('/', async (page) => {
            for (const [about, words] of lines)
              await onceUnfolded(page, async () =>
                expect(await lineOf(page, about).innerText({ timeout: 5_000 })).toMatch(words),
              );
            expect(await page.locator('main').innerText()).not.toMatch(/Nothing is (broken|wrong)/);
            await page.getByRole('link', { name: /^Overview ?\d+ now$/ }).waitFor();
            await countsItsLines(page);
          });
        });

      it.each(says)('%s says it', async (path, words, never) => {
        await visiting(path, async (page) => {
          // Above the table are the states of all workloads.
          const place = path.startsWith('/workloads?') ? page.getByRole('table') : page.locator('main');
          // What a button of a line does is told once the line is unfolded.
          if (isWorkload(path))
            await onceUnfolded(page, async () => expect(await place.innerText()).toMatch(words));
          else await place.filter({ hasText: words }).waitFor();
          const text = await place.innerText();
          if (never) expect(text).not.toMatch(never);
          expect(text).not.toMatch(/Nothing is (broken|wrong)/);
          // What was undone is tried again by itself, so nobody has to look at it now.
          if (!undone) await page.getByRole('link', { name: /^Overview ?\d+ now$/ }).waitFor();
          if (path === '/') await countsItsLines(page);
        });
      });

      if (leaks)
        it('a leak is capped in two steps from its line, by mouse or keyboard', async () => {
          await visiting('/', async (page) => {
            const caps = page.getByRole('button', { name: /^Cap at .*… \(storm\/\w+\)$/ });
            let about: string | undefined;
            await onceUnfolded(page, async () => {
              const label = await caps.first().getAttribute('aria-label', { timeout: 5_000 });
              about = /\((storm\/\w+)\)/.exec(label ?? '')?.[1];
              expect(about).toBeDefined();
            });
            const line = lineOf(page, about ?? '');
            // Of this one from here on: another leak may become the first at any moment.
            const cap = page.getByRole('button', { name: new RegExp(`^Cap at .*… \\(${about}\\)$`) });
            await onceUnfolded(page, async () => {
              expect(await line.innerText({ timeout: 5_000 })).toMatch(/app leaks [\d.]+ \w+ an hour/);
              expect(await cap.count()).toBeGreaterThan(0);
            });
            // Another group of lines is folded again as days pass.
            await onceUnfolded(page, () => press(page, cap.first(), { timeout: 5_000 }));
            const dialog = page.getByRole('dialog', { name: `Policy of ${about}` });
            await dialog.getByRole('button', { name: 'Save' }).click();
            await noticed(page, `Saved ${about}`);
            await page.goto(opened.dashboard.url);
            await onceUnfolded(page, async () => {
              expect(await line.innerText({ timeout: 5_000 })).toMatch(/app leaks [\d.]+ \w+ an hour/);
              expect(await cap.count()).toBe(0);
            });
          });
        });

      if (leaks)
        it('lines of one kind stay unfolded when another of them becomes the first', async () => {
          await visiting('/', async (page) => {
            const fewer = page.getByRole('button', { name: /^Show fewer/ });
            // Of these lines: by itself the cluster has others a moment later, and not always several of one kind.
            let seen: OverviewView | undefined;
            let isTurned = false;
            await changeAnswers<OverviewView>(page, '**/api/overview', (view) => {
              seen ??= view;
              const items = seen.inbox.rows.flatMap((row) => row.items);
              const first = seen.inbox.rows[0];
              const rows = [{ ...first, count: items.length, items: isTurned ? items.toReversed() : items }];
              return { ...seen, vpas: isTurned ? 4_321 : 4_320, inbox: { ...seen.inbox, rows } };
            });
            await page.getByText(/^4,320 VPAs/).waitFor();
            await page
              .getByRole('button', { name: /^Show all/ })
              .first()
              .click();
            await fewer.waitFor();
            isTurned = true;
            await page.getByText(/^4,321 VPAs/).waitFor();
            expect(await fewer.count()).toBe(1);
          });
        });

      if (unraisable)
        it('a raise that would not help is not offered, and what helps is said on both pages, by mouse or keyboard', async () => {
          const [about, remedy] = unraisable;
          await visiting('/', async (page) => {
            const line = lineOf(page, about);
            await onceUnfolded(page, async () =>
              expect(await line.innerText({ timeout: 5_000 })).toMatch(remedy),
            );
            expect(await page.getByRole('button', { name: new RegExp(`Raise to .*${about}`) }).count()).toBe(
              0,
            );
            await press(page, line.getByRole('link', { name: about }).first());
            await page.getByRole('heading', { level: 1, name: about.split('/')[1] }).waitFor();
            await page.locator('main').filter({ hasText: remedy }).waitFor();
            expect(await page.getByRole('button', { name: /^Raise to/ }).count()).toBe(0);
          });
        });

      if (undone)
        it('what went down because of us is found in the record in three steps, by mouse or keyboard', async () => {
          const [namespace = '', name = ''] = undone.split('/');
          await visiting('/', async (page) => {
            const line = page.getByRole('listitem').filter({ hasText: undone });
            await line.filter({ hasText: 'Plumbline caused it, and undid it.' }).first().waitFor();
            await press(page, line.getByRole('link', { name: undone }).first());
            await page.getByRole('heading', { level: 1, name }).waitFor();
            await page.getByText('Plumbline caused it, and undid it.').first().waitFor();
            await press(page, page.getByRole('link', { name: 'Past actions' }));
            await page.waitForURL((url) => url.searchParams.get('vpa') === name);
            const entry = page.getByRole('row').filter({ hasText: `${namespace}/${name}` });
            await entry
              .filter({ hasText: /undone/i })
              .first()
              .waitFor();
          });
        });

      if (undone)
        it('what was undone is tried again once somebody saw with which pods and amounts', async () => {
          const [namespace = '', name = ''] = undone.split('/');
          await visiting(`/workloads/${undone}`, async (page) => {
            const ask = page.getByRole('button', { name: `Try the undone change of ${undone} again…` });
            await onceUnfolded(page, async () => expect(await ask.count()).toBeGreaterThan(0));
            const dialog = page.getByRole('dialog', { name: `Try again: ${undone}` });
            const changes = dialog.getByRole('region', { name: 'What changes' });
            // Just after it was undone, pods on their way back wait with all else.
            await vi.waitFor(async () => {
              await page.keyboard.press('Escape');
              await dialog.waitFor({ state: 'detached' });
              await ask.first().press('Enter', { timeout: 5_000 });
              await changes
                .filter({ hasText: /app memory [\d.]+ [MG]iB → .*goes first, as the canary/ })
                .waitFor({ timeout: 10_000 });
            }, PATIENCE);
            await changes
              .getByRole('listitem')
              .filter({ hasText: /evicted; its replacement starts with it goes first, as the canary/ })
              .first()
              .waitFor();
            await dialog.getByRole('region', { name: 'What last week would have been' }).waitFor(PATIENCE);
            expect(await accessibilityFaults(page)).toEqual([]);
            await press(page, dialog.getByRole('button', { name: 'Try again', exact: true }));
            await noticed(page, `The change of ${name} is tried again, with one pod first`);
          });
          const { entries } = await read<AuditView>(
            `/api/audit?vpa=${name}&namespace=${namespace}&kind=change`,
          );
          expect(entries).toContainEqual(expect.objectContaining({ change: 'try-again', name }));
        });

      if (first === undefined) return;
      it('what is worst comes first', async () => {
        await visiting('/workloads', async (page) => {
          const heading = page.locator('tbody th[scope=row] a').first();
          // A job whose pod has no node yet may come before it for a moment.
          await expect.poll(() => heading.innerText(), PATIENCE).toBe(first);
        });
      });

      it('a line is hidden for a while, with a reason, and shown again', async () => {
        await visiting('/', async (page) => {
          await page
            .getByRole('button', { name: 'Details: shop/mailer, A container of it has no request' })
            .click();
          await page
            .getByRole('button', { name: /^Dismiss… \(shop\/mailer: A container of it has no request/ })
            .click();
          const dialog = page.getByRole('dialog', { name: 'Dismiss this line' });
          await dialog.getByLabel('Reason').fill('raised with the next release');
          expect(await accessibilityFaults(page)).toEqual([]);
          await dialog.getByRole('button', { name: 'Dismiss', exact: true }).click();
          await page.getByText('1 line is dismissed').click();
          await page.getByText(/raised with the next release/).waitFor();
          await page.getByRole('button', { name: /^Show again \(shop\/mailer/ }).click();
          await page.getByText('1 line is dismissed').waitFor({ state: 'detached' });
        });
      });

      it('two clicks lead from a line to a saved policy, by keyboard alone as well', async () => {
        await visiting('/', async (page) => {
          const raise = page.getByRole('button', {
            name: /^Raise to [\d.]+ [MG]iB… \(shop\/thumbnailer\)$/,
          });
          await press(page, raise);
          const dialog = page.getByRole('dialog', { name: 'Policy of shop/thumbnailer' });
          await dialog.getByText(/^The target changes for app/).waitFor();
          await press(page, dialog.getByRole('button', { name: 'Save' }));
          await noticed(page, 'Saved shop/thumbnailer');
        });
      });
    },
  );

  describe('that no pod is admitted', () => {
    beforeAll(async () => {
      await switchTo('quota-too-tight');
      const refused = expect.stringMatching(/^thrift\/queue pods-refused/);
      await vi.waitFor(async () => expect(await needs()).toContainEqual(refused), SELDOM);
    });

    it.each(['/', '/workloads', '/workloads/thrift/queue', '/changes', '/changes/audit'])(
      'is shown on %s so that everybody can read it, on a desk and on a phone',
      async (path) => {
        await visiting(path, async (page) => {
          await settled(page);
          expect(await faultsIn(page, [DESKTOP, PHONE])).toEqual([]);
        });
      },
    );
  });

  it('is what workloads would need where there is no VPA, two steps from a rule that watches them, by mouse or keyboard', async () => {
    await switchTo('day-one');
    await visiting('/', async (page) => {
      await page.getByText(/^\d+ workloads in 2 namespaces, no VPA yet$/).waitFor(PATIENCE);
      await page
        .getByText(/if all were applied/)
        .first()
        .waitFor(PATIENCE);
      await page.getByRole('link', { name: 'storefront' }).first().waitFor(PATIENCE);
      expect([await accessibilityFaults(page), await overflow(page)]).toEqual([[], 0]);

      await press(page, page.getByRole('link', { name: 'Watch platform…' }));
      const dialog = page.getByRole('dialog');
      await dialog.getByText('1 workload matches now.').waitFor(PATIENCE);
      await expect.poll(() => dialog.getByLabel('Name', { exact: true }).inputValue()).toBe('watch-platform');
      await press(page, dialog.getByRole('button', { name: 'Save' }));
      await dialog.waitFor({ ...PATIENCE, state: 'detached' });
      await page.getByRole('link', { name: 'watch-platform' }).waitFor(PATIENCE);
    });
    await visiting('/workloads', async (page) => {
      await page.getByRole('link', { name: 'log-agent' }).waitFor(PATIENCE);
      await page.getByText('1 autoscaled workload').waitFor(PATIENCE);
    });
  });

  it('is nothing where there is nothing', async () => {
    await switchTo('empty');
    await visiting('/', async (page) => {
      await page.getByRole('heading', { name: 'No VerticalPodAutoscaler yet' }).waitFor();
    });
    await visiting('/replay', async (page) => {
      await page.getByText('A replay needs a workload with a VPA.').waitFor();
      expect(await page.getByRole('region', { name: 'Replay the last days' }).count()).toBe(0);
    });
  });
});
