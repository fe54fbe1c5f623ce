import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Hub } from '@/server/hub';
import { silentLogger } from '@/server/lib/report/log';
import { type Clock, wallClock } from '@/server/lib/time/clock';
import { NOBODY } from '@/server/lib/time/repeat';
import type { ChangeRecord } from '@/server/store';

const BY_PROXY = '{ kind: proxy, secretFile: secret, userHeader: x-user, groupsHeader: x-groups }';

/** A hub, and stand-ins for its members that answer over HTTP, which end with `close`. */
export class HubOf {
  readonly folder = mkdtempSync(path.join(tmpdir(), 'plumbline-hub-'));
  readonly orderFile = path.join(this.folder, 'hub-orders.json');
  readonly recorded: ChangeRecord[] = [];
  private readonly ends: (() => unknown)[] = [];

  constructor() {
    writeFileSync(path.join(this.folder, 'secret'), 'shared');
  }

  async listen(server: Server, port = 0): Promise<string> {
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    this.ends.push(() => {
      server.closeAllConnections();
      server.close();
    });
    return `127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  async member(answer: RequestListener, port = 0): Promise<string> {
    return `http://${await this.listen(createServer(answer), port)}`;
  }

  /** A hub that shows members who asks by the secret `shared`, `x-user` and `x-groups`. @param more fields of each */
  hub(
    addresses: Record<string, string>,
    {
      more = '',
      clock = wallClock,
      signOn = BY_PROXY,
    }: { more?: string; clock?: Clock; signOn?: string } = {},
  ) {
    const lines = Object.entries(addresses).map(
      ([name, url]) => `  - { name: ${name}, url: "${url}", signOn: ${signOn}${more} }`,
    );
    const file = path.join(this.folder, 'clusters.yaml');
    writeFileSync(file, `clusters:\n${lines.join('\n')}`);
    const record = (change?: unknown) => void (change && this.recorded.push(change as ChangeRecord));
    const recorder = { record, begin: () => record };
    const hub = new Hub(file, {
      wallClock: clock,
      clock,
      loops: NOBODY,
      recorder,
      log: silentLogger,
      dataDir: this.folder,
    });
    this.ends.push(() => hub.close());
    return hub;
  }

  async close(): Promise<void> {
    for (const end of this.ends.reverse()) await end();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
