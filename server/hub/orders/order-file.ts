import { createHmac, timingSafeEqual } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { scopeSchema } from '../../contract/requests/stops';
import type { Logger } from '../../lib/report/log';
import type { Order } from './order';

const DEEDS = ['stop', 'resume', 'revert'] as const;
const STATES = ['open', 'taken', 'forgotten'] as const;
const MOST_READ = 100_000;

const written = z.object({
  member: z.string(),
  deed: z.enum(DEEDS),
  scope: scopeSchema.shape.scope,
  reason: z.string().optional(),
  who: z.string(),
  groups: z.array(z.string()),
  atMs: z.number(),
  state: z.enum(STATES),
  /** Made with the secret of the member: who can write the file alone cannot act as anybody. */
  proof: z.string().optional(),
});
const file = z.object({ orders: z.array(written).max(MOST_READ) });

type Written = z.infer<typeof written>;
export type WrittenOrder = Omit<Written, 'proof'>;

/** An order of an earlier process; only what is proven may be brought. */
export type ReadOrder = WrittenOrder & { isProven: boolean };

/**
 * What is still to be brought, in a file, so that a hub that starts again goes on. No token is written: who signed on
 * with one must order again.
 */
export class OrderFile {
  private writing: Promise<void> | undefined;
  private waiting: (() => readonly Order[]) | undefined;
  private hasFailed = false;

  /** @param secretOf the secret by which a member takes the hub's word for who asks; undefined if it takes tokens */
  constructor(
    private readonly file: string,
    private readonly secretOf: (member: string) => string | undefined,
    private readonly log: Logger,
  ) {}

  /** Those of an earlier process, in their order. */
  read(): ReadOrder[] {
    try {
      const { orders } = file.parse(JSON.parse(readFileSync(this.file, 'utf8')));
      return orders.map(({ proof, ...order }) => ({ ...order, isProven: this.isProven(order, proof) }));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
        this.log.warn({ err: error }, 'What an earlier hub still had to bring to clusters cannot be read');
      return [];
    }
  }

  /** Resolves when it is written; it is asked for again if more came meanwhile. Never rejects. */
  keep(orders: () => readonly Order[]): Promise<void> {
    this.waiting = orders;
    this.writing ??= this.writeWaiting().finally(() => {
      this.writing = undefined;
    });
    return this.writing;
  }

  private async writeWaiting(): Promise<void> {
    while (this.waiting) {
      const orders = this.waiting().map((order) => this.asWritten(order));
      this.waiting = undefined;
      const draft = `${this.file}.draft`;
      try {
        mkdirSync(path.dirname(this.file), { recursive: true });
        await writeFile(draft, JSON.stringify({ orders }), { mode: 0o600 });
        await rename(draft, this.file);
      } catch (error) {
        if (!this.hasFailed)
          this.log.warn({ err: error }, 'A hub that starts again would forget what clusters do not have yet');
        this.hasFailed = true;
      }
    }
  }

  private asWritten({ member, deed, scope, reason, asker, atMs, came: { state } }: Order): Written {
    const order: WrittenOrder = {
      member,
      deed,
      scope,
      ...(reason && { reason }),
      who: asker.name ?? '',
      groups: [...asker.groups],
      atMs,
      state: state === 'taken' || state === 'forgotten' ? state : 'open',
    };
    const proof = this.proofOf(order);
    return { ...order, ...(proof && { proof }) };
  }

  private isProven(order: WrittenOrder, given = ''): boolean {
    const proof = Buffer.from(this.proofOf(order) ?? '');
    const said = Buffer.from(given);
    return proof.length > 0 && proof.length === said.length && timingSafeEqual(proof, said);
  }

  private proofOf({
    member,
    deed,
    scope,
    reason,
    who,
    groups,
    atMs,
    state,
  }: WrittenOrder): string | undefined {
    const secret = this.secretOf(member);
    const said = JSON.stringify([member, deed, scope, reason ?? '', who, groups, atMs, state]);
    return secret && createHmac('sha256', secret).update(`order of a hub ${said}`).digest('hex');
  }
}
