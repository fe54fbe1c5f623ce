import { type Config, defaultConfig } from '@/server/config';
import { KubeClient } from '@/server/kube/client';
import { ProblemBoard } from '@/server/kube/problems';
import type { RoleContext } from '@/server/kube/role-context';
import { silentLogger } from '@/server/lib/report/log';
import { wallClock } from '@/server/lib/time/clock';
import { cleanups } from './cleanups';
import { contextOver } from './role-context';
import { ScriptedApi } from './scripted-api';
import { type Objects, serveCluster } from './scripted-shop';

interface ScriptedRole {
  api: ScriptedApi;
  board: ProblemBoard;
  context: RoleContext<Config>;
}

/** What one role stands on over a scripted cluster of these objects; it ends with the test. */
export async function scriptedRole(
  role: Config['roles'][number],
  objects: Objects,
  settings: Partial<Config> = {},
): Promise<ScriptedRole> {
  const api = await ScriptedApi.start();
  serveCluster(api, objects);
  const client = KubeClient.connect(api.access(), { qps: 100_000, burst: 100_000 });
  const board = new ProblemBoard(wallClock, silentLogger);
  const config = defaultConfig({ roles: [role], ...settings });
  const context = { ...contextOver(client, config, wallClock), problems: board.by(role) };
  cleanups.push(
    () => api.close(),
    () => client.close(),
    () => context.caches.stop(),
  );
  return { api, board, context };
}
