import { expect, it } from 'vitest';
import { defaultConfig } from '@/server/config';
import { KubeClient } from '@/server/kube/client';
import { cleanUpAfterEach, cleanups } from '@/tests/support/cleanups';
import { ScriptedApi } from '@/tests/support/scripted-api';
import { ownRights } from './own-rights';

cleanUpAfterEach();

const PATH = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews';

it('asks again when the API server did not say, and not when it did', async () => {
  const api = await ScriptedApi.start();
  const client = KubeClient.connect(api.access(), { qps: 100_000, burst: 100_000 });
  cleanups.push(
    () => api.close(),
    () => client.close(),
  );
  const config = defaultConfig();
  api.serve(PATH, { kind: 'Status', message: 'etcd is away' }, 500);
  expect(await ownRights(client, config)).toMatchObject({ kind: 'unknown' });
  api.serve(PATH, { status: { allowed: true } }, 201);
  expect(await ownRights(client, config)).toMatchObject({ kind: 'known' });
  const asked = api.requests.length;
  expect(await ownRights(client, config)).toMatchObject({ kind: 'known' });
  expect(api.requests).toHaveLength(asked);
});
