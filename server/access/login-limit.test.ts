import { expect, it } from 'vitest';
import { ManualClock } from '../lib/time/clock';
import { LOGIN_LIMIT, LoginLimit } from './login-limit';

const refused = (limit: LoginLimit, token: string) => limit.attempt('one', token, async () => undefined);

it('lets a client in again a minute after it failed, though somebody set the clock back', async () => {
  const clock = new ManualClock(0);
  const limit = new LoginLimit(clock);
  for (let index = 0; index < LOGIN_LIMIT; index++) await refused(limit, `wrong-${index}`);
  const good = () => limit.attempt('one', 'good', async () => 'a person');
  await expect(good()).rejects.toMatchObject({ code: 'too-many-logins' });
  clock.set(-3_600_000);
  await clock.advance(60_000);
  expect(await good()).toBe('a person');
});
