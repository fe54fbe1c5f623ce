import { describe, expect, it } from 'vitest';
import { auditQuery } from './audit-query';

describe('the question to the log', () => {
  it('asks only for what is wanted', () => {
    expect(auditQuery({ kinds: ['action', 'change'], namespace: '', vpa: '', before: '' })).toBe(
      'kind=action%2Cchange&limit=50',
    );
    expect(auditQuery({ kinds: ['decision'], namespace: 'shop', vpa: 'web', before: '17' })).toBe(
      'kind=decision&limit=50&namespace=shop&vpa=web&before=17',
    );
  });
});
