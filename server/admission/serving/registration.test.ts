import { describe, expect, it } from 'vitest';
import { defaultConfig } from '@/server/config';
import { KubeClient } from '@/server/kube/client';
import { cleanUpAfterEach, cleanups } from '@/tests/support/cleanups';
import { ScriptedApi } from '@/tests/support/scripted-api';
import { reconcileRegistration } from './registration';
import { desiredConfiguration, type MutatingWebhookConfiguration } from './webhook-configuration';

cleanUpAfterEach();

const NAME = 'plumbline';
const PATH = `/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations/${NAME}`;
const HERE = { kind: 'url', url: 'https://127.0.0.1:9443/mutate' } as const;

const registered = (caPem: string) => desiredConfiguration(defaultConfig(), HERE, caPem, '/mutate/secret');

/** An API server whose registration has the authority `found`, where this process wants `wanted`. */
async function reconciled(found: string, wanted: string, renewed: string) {
  const api = await ScriptedApi.start();
  const client = KubeClient.connect(api.access());
  cleanups.push(async () => {
    await client.close();
    await api.close();
  });
  api.serve(PATH, registered(found));
  let authority = wanted;
  let refreshed = 0;
  const outcome = await reconcileRegistration(
    client,
    NAME,
    () => registered(authority),
    async () => false,
    async () => {
      refreshed++;
      authority = renewed;
    },
  );
  const written = api.requests
    .filter(({ method }) => method === 'PUT')
    .map(
      ({ body }) => (JSON.parse(body) as MutatingWebhookConfiguration).webhooks?.[0]?.clientConfig.caBundle,
    );
  return { outcome, refreshed, written };
}

const encoded = (caPem: string) => Buffer.from(caPem).toString('base64');

describe('a registration', () => {
  it('that is right needs no look at anything else', async () => {
    const { outcome, refreshed, written } = await reconciled('ours', 'ours', 'another');
    expect([outcome.kind, refreshed, written]).toEqual(['right', 0, []]);
  });

  it('that another replica wrote is right once this process knows what that one does', async () => {
    const { outcome, refreshed, written } = await reconciled('renewed', 'ours', 'renewed');
    expect([outcome.kind, refreshed, written]).toEqual(['right', 1, []]);
  });

  it('that somebody edited is mended by what is true then', async () => {
    const { outcome, refreshed, written } = await reconciled('edited', 'ours', 'renewed');
    expect([outcome.kind, refreshed, written]).toEqual(['mended', 1, [encoded('renewed')]]);
  });
});
