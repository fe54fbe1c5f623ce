import { X509Certificate } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  certificateExpiry,
  LIFETIMES,
  makeCertificates,
  type OwnCertificates,
  renewalNeed,
  servesFor,
} from './certificates';

const NOW = Date.parse('2026-03-02T00:00:00Z');
const DAY_MS = 86_400_000;
const HOSTS = ['plumbline.kube-system.svc', '127.0.0.1', '::1'];

let own: OwnCertificates;

beforeAll(async () => {
  own = await makeCertificates(HOSTS, NOW);
});

function need(nowMs: number, certificates = own, hosts = HOSTS) {
  return renewalNeed(certificates, hosts, LIFETIMES, nowMs);
}

describe('our own certificates', () => {
  it('include every host, signed by their authority', () => {
    expect(servesFor(own, HOSTS, NOW)).toBe(true);
    expect(servesFor(own, ['other.svc'], NOW)).toBe(false);
    expect(certificateExpiry(own)).toBe(NOW + LIFETIMES.servingMs);
  });

  it('are invalid with another authority, key or time', async () => {
    const other = await makeCertificates(HOSTS, NOW);
    expect(servesFor({ ...own, caPem: other.caPem }, HOSTS, NOW)).toBe(false);
    expect(servesFor({ ...own, keyPem: other.keyPem }, HOSTS, NOW)).toBe(false);
    expect(servesFor(own, HOSTS, NOW + 91 * DAY_MS)).toBe(false);
    expect(servesFor({ ...own, certPem: 'garbage' }, HOSTS, NOW)).toBe(false);
  });

  it('need nothing while fresh', () => {
    expect(need(NOW)).toBe('none');
    expect(need(NOW + 59 * DAY_MS)).toBe('none');
  });

  it('are renewed when a third of their life is left, or when the hosts changed', () => {
    expect(need(NOW + 60 * DAY_MS)).toBe('serving');
    expect(need(NOW, own, [...HOSTS, 'new.svc'])).toBe('serving');
  });

  it('are all replaced when the authority nears its end or cannot be used', () => {
    expect(need(NOW + 2500 * DAY_MS)).toBe('authority');
    expect(need(NOW, { ...own, caKeyPem: own.keyPem })).toBe('authority');
    expect(need(NOW, { ...own, caPem: 'garbage' })).toBe('authority');
  });

  it('keep their authority when renewed', async () => {
    const later = NOW + 60 * DAY_MS;
    const renewed = await makeCertificates(HOSTS, later, LIFETIMES, {
      certificates: own,
      keepAuthority: true,
    });
    expect(renewed.caPem).toBe(own.caPem);
    expect(renewed.certPem).not.toBe(own.certPem);
    expect(servesFor(renewed, HOSTS, later)).toBe(true);
  });

  it('keep the previous authority trusted beside a new one, so that nothing signed by it is refused', async () => {
    const later = NOW + 2500 * DAY_MS;
    const renewed = await makeCertificates(HOSTS, later, LIFETIMES, {
      certificates: own,
      keepAuthority: false,
    });
    expect(renewed.caPem.match(/BEGIN CERTIFICATE/g)).toHaveLength(2);
    expect(renewed.caPem.endsWith(own.caPem)).toBe(true);
    expect(servesFor({ ...own, caPem: renewed.caPem }, HOSTS, NOW)).toBe(true);
    expect(servesFor(renewed, HOSTS, later)).toBe(true);
    expect(need(later, renewed)).toBe('none');
  });

  it('allow for clocks that are behind', () => {
    expect(Date.parse(new X509Certificate(own.certPem).validFrom)).toBeLessThan(NOW);
  });
});
