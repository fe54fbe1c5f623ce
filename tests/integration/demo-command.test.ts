import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { SCENARIOS } from '@/sandbox/scenarios/catalogue';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

function demo(...flags: string[]) {
  return spawnSync(process.execPath, ['bin/dashboard.mjs', 'demo', '--port', '0', ...flags], {
    cwd: ROOT,
    encoding: 'utf8',
  });
}

describe('npm run demo', () => {
  it('lists the scenarios if an unknown one is requested', () => {
    const { status, stderr } = demo('--scenario', 'atlantis');
    expect(status).toBe(1);
    const names = SCENARIOS.map((scenario) => scenario.name).join(', ');
    expect(stderr).toContain(`There is no scenario "atlantis"; choose one of: ${names}\n`);
  });

  it('lists every scenario with its summary', () => {
    const { status, stdout } = demo('--list');
    expect(status).toBe(0);
    for (const { name, summary } of SCENARIOS)
      expect(stdout).toMatch(new RegExp(`^${name} +${summary.replaceAll('.', '\\.')}$`, 'm'));
  });

  it('shows its flags if one is unknown', () => {
    const { status, stderr } = demo('--bogus');
    expect(status).toBe(2);
    expect(stderr).toMatch(/Unknown option '--bogus'[\s\S]*--scenario/);
  });
});
