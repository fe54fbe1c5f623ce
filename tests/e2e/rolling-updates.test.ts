import { describe, expect, it, vi } from 'vitest';
import type { WorkloadAnswer, WorkloadsView } from '@/server/contract/workloads';
import { findChromium } from '../support/browser';
import { openedDashboard } from '../support/opened-dashboard';
import { LONG_PATIENCE, LONGEST_TEST_MS } from '../support/patience';

const HOUR_MS = 3_600_000;

describe.skipIf(!findChromium())('where versions replace each other', { timeout: LONGEST_TEST_MS }, () => {
  // Slow enough for a pod of a twenty-minute version to be there for a pass, also where a pass takes seconds.
  const opened = openedDashboard({
    PLUMBLINE_SANDBOX: 'true',
    PLUMBLINE_SANDBOX_SCENARIO: 'rolling-updates',
    PLUMBLINE_CLOCK_SPEED: '240',
    PLUMBLINE_SANDBOX_HEAD_START: '70m',
  });

  const read = async <T>(path: string) => (await (await fetch(opened.dashboard.url + path)).json()) as T;

  it('nothing is lost with the pods that go', async () => {
    // Until no pod is left of those that the first samples came from.
    await vi.waitFor(async () => {
      const { containers, podList } = await read<WorkloadAnswer>('/api/workloads/release/web');
      const firstSampleMs = containers[0]?.firstSampleMs ?? Number.POSITIVE_INFINITY;
      expect(podList.length).toBeGreaterThan(0);
      expect(podList.filter(({ createdMs = 0 }) => createdMs < firstSampleMs + HOUR_MS)).toEqual([]);
    }, LONG_PATIENCE);
    await opened.visiting('/workloads/release/web', async (page) => {
      await page.getByText(/samples span [\d.]+ (h|d), .*\d samples/).waitFor();
      expect(await page.locator('main').innerText()).not.toMatch(/No recommendation|No pod matches/);
    });
  });

  it('a CronJob is judged by what its next run starts with', async () => {
    await vi.waitFor(async () => {
      const { rows } = await read<WorkloadsView>('/api/workloads?q=report');
      expect(rows[0]?.containers[0]?.cpu.target).toBeGreaterThan(100);
      // What admission gives follows once the status is written.
      expect(rows[0]?.containers[0]?.cpu.request?.min).toBeGreaterThan(100);
    }, LONG_PATIENCE);
    await opened.visiting('/workloads?q=report', async (page) => {
      const table = page.getByRole('table');
      await table.filter({ hasText: /requests of new pods/ }).waitFor();
      expect(await table.innerText()).not.toMatch(/Below bounds|not set/i);
    });
  });
});
