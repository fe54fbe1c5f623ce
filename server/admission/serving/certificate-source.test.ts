import { expect, it } from 'vitest';
import { KubeError } from '../../kube/errors';
import { ProblemBoard } from '../../kube/problems';
import { silentLogger } from '../../lib/report/log';
import { ManualClock } from '../../lib/time/clock';
import { OwnCertificateSource } from './certificate-keeper';
import { LIFETIMES, makeCertificates, type OwnCertificates } from './certificates';

const HOSTS = ['hook.test'];
const NOW = Date.parse('2026-11-26T00:00:00Z');
const AWAY = new KubeError('no answer', { kind: 'unreachable', status: 0, reason: '' });

/** A source whose Secret answers as told. */
function sourceOf() {
  const told: { answer: OwnCertificates | Error } = { answer: AWAY };
  const secret = {
    current: async () => {
      if (told.answer instanceof Error) throw told.answer;
      return told.answer;
    },
  };
  const problems = new ProblemBoard(new ManualClock(NOW), silentLogger).by('admission');
  const source = new OwnCertificateSource(secret, HOSTS, LIFETIMES, problems);
  return { source, told };
}

it('goes on with the certificates that all share while the Secret cannot be read', async () => {
  const { source, told } = sourceOf();
  const alone = await source.current(NOW);
  expect(await source.current(NOW)).toBe(alone);
  const shared = await makeCertificates(HOSTS, NOW, LIFETIMES);
  told.answer = shared;
  expect(await source.current(NOW)).toBe(shared);
  told.answer = AWAY;
  expect(await source.current(NOW)).toBe(shared);
});

it('makes others for this process alone once those would expire', async () => {
  const { source, told } = sourceOf();
  told.answer = await makeCertificates(HOSTS, NOW, LIFETIMES);
  const shared = await source.current(NOW);
  told.answer = AWAY;
  const later = NOW + LIFETIMES.servingMs;
  expect((await source.current(later)).certPem).not.toBe(shared.certPem);
});
