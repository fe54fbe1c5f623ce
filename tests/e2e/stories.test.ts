import { expect, it } from 'vitest';
import { findChromium } from '../support/browser';
import { describeWithProgram, output } from '../support/installed-program';
import { noticed } from '../support/notices';
import { openedDashboard } from '../support/opened-dashboard';
import { PATIENCE } from '../support/patience';
import { until } from '../support/until';

const chromium = findChromium();

interface Recorded {
  entries: { action: string; namespace: string; vpa: string; pod: string; atMs: number; outcome: string }[];
}

describeWithProgram('kubectl', 'kubernetes-client', 'what people come for', (kubectl) => {
  if (!chromium) return;
  const opened = openedDashboard({
    PLUMBLINE_SANDBOX: 'true',
    PLUMBLINE_CLOCK_SPEED: '360',
    PLUMBLINE_WARM_UP: '0s',
    PLUMBLINE_LEAST_HISTORY: '40m',
    PLUMBLINE_LEAST_HISTORY_TO_LOWER: '0s',
    PLUMBLINE_CANARY: '0s',
  });
  const { visiting } = opened;

  it('leads a newcomer from the first page to a changed policy that kubectl shows', async () => {
    await visiting('/', async (page) => {
      await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor(PATIENCE);
      await page.getByRole('link', { name: 'Workloads' }).first().click();
      await page.getByRole('link', { name: 'thumbnailer' }).first().click(PATIENCE);
      await page.getByRole('heading', { level: 1, name: 'thumbnailer' }).waitFor(PATIENCE);
      await page.getByRole('button', { name: 'Change mode or policy' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('radio', { name: 'Initial' }).click();
      await dialog.getByRole('region', { name: 'What saving does' }).getByRole('listitem').first().waitFor();
      await dialog.getByRole('button', { name: 'Save' }).click();
      await noticed(page, 'Saved shop/thumbnailer');
      await page.getByRole('button', { name: 'Policy', exact: true }).click();
      const edits = page.getByRole('region', { name: 'Edits' });
      await edits.getByText('Update mode changed').waitFor();
      await edits.getByText(/InPlaceOrRecreate → Initial/).waitFor();
    });
    const mode = [
      'get',
      'vpa',
      'thumbnailer',
      '-n',
      'shop',
      '-o',
      'jsonpath={.spec.updatePolicy.updateMode}',
    ];
    const { kubeconfig } = opened.dashboard;
    expect(await output(kubectl, ['--kubeconfig', kubeconfig, ...mode])).toBe('Initial');
  });

  it('shows an eviction that just happened, why, and which pod', async () => {
    const { pod, vpa, namespace } = await until('an eviction', async () => {
      const recorded = await fetch(`${opened.dashboard.url}/api/audit?kind=action&limit=50`);
      const { entries } = (await recorded.json()) as Recorded;
      return entries.find(({ action, outcome }) => action === 'evict' && outcome === 'done');
    });
    await visiting(`/changes/audit?kind=action&vpa=${vpa}`, async (page) => {
      const row = page
        .getByRole('row')
        .filter({ hasText: pod })
        .filter({ hasText: /Eviction/ })
        .first();
      await row.waitFor(PATIENCE);
      await expect.poll(() => row.innerText()).toMatch(/(CPU|memory) .+ → /);
      await row.getByRole('link', { name: `${namespace}/${vpa}` }).click();
      await page.getByRole('heading', { level: 1, name: vpa }).waitFor(PATIENCE);
    });
  });
});
