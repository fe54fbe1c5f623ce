import { plainRestraint } from '../policy';

/** Without a live admission controller the replacement would be the same: nothing is evicted. */
export const lease = plainRestraint('lease', ({ way }, { cluster }) => {
  if (way !== 'evict') return undefined;
  const facts = cluster.lease;
  switch (facts.kind) {
    case 'fresh':
    case 'not-required':
      return undefined;
    case 'missing':
      return {
        kind: 'hold',
        reason: { code: 'lease-missing', lease: facts.lease },
        awaits: 'admission-alive',
      };
    case 'stale':
      return {
        kind: 'hold',
        reason: {
          code: 'lease-stale',
          lease: facts.lease,
          renewedMs: facts.renewedMs,
          longestMs: cluster.settings.admissionLeaseMaxAgeMs,
        },
        awaits: 'admission-alive',
      };
  }
});
