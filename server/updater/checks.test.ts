import { expect, it } from 'vitest';
import { ConfigError } from '../lib/report/errors';
import { checkUpdaterSettings } from './checks';

it('refuses a calendar of the cluster that cannot be read, by its field', () => {
  const refused = () =>
    checkUpdaterSettings({ approvals: '', calendar: 'timeZone: Moon\nwindows: [{from: "22:00", for: 8h}]' });
  expect(refused).toThrow(ConfigError);
  expect(refused).toThrow('PLUMBLINE_CALENDAR cannot be used:\n  timeZone: "Moon" is no time zone');
});

it('takes a calendar, always and none', () => {
  for (const calendar of ['', 'always', 'windows: [{from: "22:00", for: 8h}]'])
    checkUpdaterSettings({ approvals: '', calendar });
});

it('refuses approvals of all VPAs that cannot be read', () => {
  const refused = () => checkUpdaterSettings({ calendar: '', approvals: 'sometimes' });
  expect(refused).toThrow(ConfigError);
  expect(refused).toThrow('PLUMBLINE_APPROVALS="sometimes": it takes always, never');
});
