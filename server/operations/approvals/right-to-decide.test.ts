import { describe, expect, it } from 'vitest';
import type { KubeClient } from '../../kube/client';
import { mustMayDecide } from './right-to-decide';

/** A cluster that allows what it is asked, or not, and keeps who was asked about. */
function judging(allowed: boolean) {
  const asked: unknown[] = [];
  const request = async (_method: string, _path: string, { body }: { body: { spec: unknown } }) => {
    asked.push(body.spec);
    return { status: { allowed } };
  };
  return { asked, client: { request } as unknown as KubeClient };
}

describe('the right to decide about changes', () => {
  it.each(['local', 'ann', 'plumbline', 'system:admin', ''])(
    'is what the cluster says of %j, whatever they are called',
    async (who) => {
      const no = judging(false);
      await expect(mustMayDecide(no.client, { who, groups: ['dev'] }, 'shop')).rejects.toThrow(
        /lacks the right to create changeapprovals.plumbline.dev in shop/,
      );
      expect(no.asked).toMatchObject([{ user: who, groups: ['dev', 'system:authenticated'] }]);
      await mustMayDecide(judging(true).client, { who }, 'shop');
    },
  );

  it('is that of the account of this process where nobody is asked who they are', async () => {
    const { asked, client } = judging(false);
    await mustMayDecide(client, { who: 'local', isUnnamed: true }, 'shop');
    expect(asked).toEqual([]);
  });
});
