import path from 'node:path';
import type { Config } from '@/server/config';
import { API_RESOURCES, apiVersionOf } from '@/server/objects/resources';
import type { VerticalPodAutoscalerCheckpoint } from '@/server/objects/vpa-types';
import { connect, type Database } from '@/server/store/database';
import { openDatabase } from '@/server/store/open-database';
import { type ApiCluster, CHECKPOINTS } from './api-cluster';
import { type PostgresServer, postgresBin, startPostgres } from './postgres';

/** A place of checkpoints, behind the back of the processes that use it. */
export interface KeptPlace {
  readonly name: string;
  /** The settings of a process that keeps its checkpoints there. */
  readonly settings: Partial<Config>;
  readonly unusable: 'checkpoint-unusable' | 'checkpoint-row-unusable';
  /** What is kept there, by namespace/VPA/container. */
  statuses(): Promise<Record<string, unknown>>;
  /** What is kept for a container of VPA shop/web, as text. */
  text(container: string): Promise<string | undefined>;
  /** Replaces or creates that of a container of a VPA of the namespace shop. */
  set(vpa: string, container: string, status: object): Promise<void>;
  delete(container: string): Promise<void>;
  close(): Promise<void>;
}

export class InCluster implements KeptPlace {
  readonly name = 'the cluster';
  readonly settings = {};
  readonly unusable = 'checkpoint-unusable';

  constructor(private readonly cluster: ApiCluster) {}

  async statuses(): Promise<Record<string, unknown>> {
    const all = [...this.cluster.registry.list<VerticalPodAutoscalerCheckpoint>(CHECKPOINTS)];
    return Object.fromEntries(
      all.map(({ metadata, spec, status }) => [
        `${metadata.namespace}/${spec.vpaObjectName}/${spec.containerName}`,
        status,
      ]),
    );
  }

  async text(container: string): Promise<string | undefined> {
    const found = this.get('web', container);
    return found && JSON.stringify(found.status);
  }

  async set(vpa: string, container: string, status: object): Promise<void> {
    if (this.get(vpa, container)) {
      const set = (draft: VerticalPodAutoscalerCheckpoint) => {
        draft.status = status;
      };
      this.cluster.registry.mutate(CHECKPOINTS, 'shop', `${vpa}-${container}`, set);
      return;
    }
    await this.cluster.create<VerticalPodAutoscalerCheckpoint>(CHECKPOINTS, {
      apiVersion: apiVersionOf(API_RESOURCES.checkpoints),
      kind: API_RESOURCES.checkpoints.kind,
      metadata: { namespace: 'shop', name: `${vpa}-${container}` },
      spec: { vpaObjectName: vpa, containerName: container },
      status,
    });
  }

  async delete(container: string): Promise<void> {
    this.cluster.registry.delete(CHECKPOINTS, 'shop', `web-${container}`);
  }

  async close(): Promise<void> {}

  private get(vpa: string, container: string): VerticalPodAutoscalerCheckpoint | undefined {
    return this.cluster.registry.get(CHECKPOINTS, 'shop', `${vpa}-${container}`);
  }
}

class InDatabase implements KeptPlace {
  readonly unusable = 'checkpoint-row-unusable';
  private connecting: Promise<Database> | undefined;

  constructor(
    readonly name: string,
    readonly databaseUrl: string,
  ) {}

  get settings(): Partial<Config> {
    return { checkpointsIn: 'database', databaseUrl: this.databaseUrl };
  }

  async statuses(): Promise<Record<string, unknown>> {
    const rows = await (await this.database()).checkpoint.findMany();
    return Object.fromEntries(
      rows.map(({ namespace, vpa, container, status }) => [
        `${namespace}/${vpa}/${container}`,
        JSON.parse(status),
      ]),
    );
  }

  async text(container: string): Promise<string | undefined> {
    const where = { namespace: 'shop', vpa: 'web', container };
    return (await (await this.database()).checkpoint.findFirst({ where }))?.status;
  }

  async set(vpa: string, container: string, status: object): Promise<void> {
    const key = { namespace: 'shop', vpa, container };
    const text = JSON.stringify(status);
    await (await this.database()).checkpoint.upsert({
      where: { namespace_vpa_container: key },
      create: { ...key, createdMs: 0n, version: 1n, status: text },
      update: { status: text },
    });
  }

  async delete(container: string): Promise<void> {
    const where = { namespace: 'shop', vpa: 'web', container };
    await (await this.database()).checkpoint.deleteMany({ where });
  }

  async close(): Promise<void> {
    await (await this.connecting)?.$disconnect();
  }

  private database(): Promise<Database> {
    this.connecting ??= withTables(this.databaseUrl);
    return this.connecting;
  }
}

async function withTables(url: string): Promise<Database> {
  await (await openDatabase(url)).audit.close();
  return connect(url);
}

let postgres: Promise<PostgresServer> | undefined;
let databases = 0;

/** Ends what the places share; for after all tests. */
export async function endPlaces(): Promise<void> {
  await (await postgres)?.close();
  postgres = undefined;
}

async function inPostgres(): Promise<KeptPlace | undefined> {
  const bin = postgresBin();
  if (!bin && process.env.CI === 'true')
    throw new Error('PostgreSQL is not installed: apt-get install postgresql');
  if (!bin) return undefined;
  postgres ??= startPostgres(bin);
  const { url } = await postgres;
  const name = `kept_${++databases}`;
  const server = await connect(url);
  await server.$executeRawUnsafe(`CREATE DATABASE ${name}`);
  await server.$disconnect();
  return new InDatabase('PostgreSQL', url.replace(/postgres$/, name));
}

/** Every place, each opened for one cluster; undefined where PostgreSQL is not installed. */
export const KEPT_PLACES: readonly [
  name: string,
  open: (cluster: ApiCluster) => Promise<KeptPlace | undefined>,
][] = [
  ['the cluster', async (cluster) => new InCluster(cluster)],
  ['SQLite', async ({ folder }) => new InDatabase('SQLite', `file:${path.join(folder, 'kept.db')}`)],
  ['PostgreSQL', inPostgres],
];

/** The checkpoints of a place, as namespace/VPA/container. */
export async function keysIn(place: KeptPlace | undefined): Promise<string[]> {
  return Object.keys((await place?.statuses()) ?? {}).sort();
}
