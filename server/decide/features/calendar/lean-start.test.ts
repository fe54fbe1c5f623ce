import { expect, it, onTestFinished, vi } from 'vitest';

it('asks Node for time zones, which takes 8 MB, only once there is a calendar', async () => {
  // What other tests of this worker loaded knows its zones already.
  vi.resetModules();
  const Asked = Intl.DateTimeFormat;
  const asked = vi.spyOn(Intl, 'DateTimeFormat').mockImplementation(function one(...of) {
    return new Asked(...of);
  } as typeof Intl.DateTimeFormat);
  onTestFinished(() => asked.mockRestore());
  await import('./index');
  const { readCalendar } = await import('./reading');
  expect(asked).not.toHaveBeenCalled();
  expect(readCalendar('windows:\n- days: [Mon-Fri]\n  from: "22:00"\n  to: "06:00"')).toHaveProperty(
    'calendar',
  );
  expect(asked).toHaveBeenCalledOnce();
});
