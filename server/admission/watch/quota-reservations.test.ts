import { describe, expect, it } from 'vitest';
import { type QuotaLeft, quotasLeft } from '../../decide/pods/quota-left';
import { ManualClock } from '../../lib/time/clock';
import type { ResourceQuota } from '../../objects/types';
import { QuotaReservations } from './quota-reservations';

const KEPT_MS = 10_000;
const OWNER = { uid: 'set', made: 0 };

function quotaWith(used: string): ResourceQuota {
  return {
    apiVersion: 'v1',
    kind: 'ResourceQuota',
    metadata: { name: 'q', namespace: 'shop' },
    spec: { hard: { 'requests.cpu': '1' } },
    status: { hard: { 'requests.cpu': '1' }, used: { 'requests.cpu': used } },
  };
}

function rig() {
  const clock = new ManualClock(0);
  let listener: (former: ResourceQuota, quota: ResourceQuota) => void = () => {};
  let quota = quotaWith('0');
  const reservations = new QuotaReservations(
    {
      subscribe: ({ updated }) => {
        listener = updated ?? listener;
        return () => {};
      },
    },
    clock,
  );
  const left = () => quotasLeft([quota]);
  return {
    clock,
    reservations,
    review: (before: number, after: number, isClaimed = true) =>
      reservations.add(
        'shop',
        left().map((quota: QuotaLeft) => ({ quota, before, after })),
        isClaimed ? OWNER : undefined,
      ),
    uses(used: string) {
      const former = quota;
      quota = quotaWith(used);
      listener(former, quota);
    },
    free: () => reservations.without('shop', left())[0]?.free,
  };
}

describe('what pods under way take of a quota', () => {
  it('is what they get beyond what their controller lays claim to', () => {
    const { review, free } = rig();
    review(100, 160);
    review(100, 100);
    expect(free()).toBe(940);
  });

  it('is all of it where nobody lays claim', () => {
    const { reservations, review, free } = rig();
    review(100, 160, false);
    expect(free()).toBe(840);
    expect(reservations.untold(OWNER)).toBe(0);
  });

  it('counts once, from the moment the quota counts it', () => {
    const { reservations, review, uses, free } = rig();
    review(100, 160);
    review(100, 160);
    uses('160m');
    expect([free(), reservations.untold(OWNER)]).toEqual([780, 1]);
    uses('320m');
    expect([free(), reservations.untold(OWNER)]).toEqual([680, 2]);
  });

  it('is found in a rise of several pods, in any order', () => {
    const { review, uses, free } = rig();
    review(100, 160);
    review(100, 100);
    review(100, 100);
    uses('200m');
    expect(free()).toBe(740);
    uses('360m');
    expect(free()).toBe(640);
  });

  it('stays where a quota counts what nobody reviewed', () => {
    const { review, uses, free } = rig();
    review(100, 160);
    uses('500m');
    expect(free()).toBe(440);
    uses('450m');
    expect(free()).toBe(490);
  });

  it('is gone with a pod that is never counted', () => {
    const { clock, review, free } = rig();
    review(100, 160);
    clock.advance(KEPT_MS);
    expect(free()).toBe(1000);
  });

  it('is told by the status of its controller in the end', () => {
    const { clock, reservations, review, uses } = rig();
    for (const used of ['100m', '200m', '300m']) {
      review(100, 100);
      uses(used);
    }
    expect(reservations.untold(OWNER)).toBe(3);
    reservations.told({ uid: 'set', made: 2 });
    expect(reservations.untold({ uid: 'set', made: 2 })).toBe(1);
    reservations.told({ uid: 'set', made: 0 });
    expect(reservations.untold(OWNER)).toBe(0);
    review(100, 100);
    uses('400m');
    clock.advance(KEPT_MS);
    expect(reservations.untold(OWNER)).toBe(0);
  });

  it('is bounded, whoever creates pods without end', () => {
    const { review, uses, free } = rig();
    for (let pod = 0; pod < 5_000; pod++) review(0, 1);
    expect(free()).toBe(0);
    uses('3m');
    expect(free()).toBe(0);
  });
});
