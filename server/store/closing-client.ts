import { PrismaLibSql } from '@prisma/adapter-libsql';

type Client = ReturnType<PrismaLibSql['createClient']>;
type Transaction = Awaited<ReturnType<Client['transaction']>>;

/**
 * SQLite whose connections are closed. The client opens another one after each transaction, so that it notices a file
 * that was replaced or may be written again, and by itself closes none: files and memory of hundreds pile up. The
 * adapter asks nothing else during a transaction.
 */
export class ClosingLibSql extends PrismaLibSql {
  override createClient(config: Parameters<PrismaLibSql['createClient']>[0]): Client {
    const open = () => super.createClient(config);
    let current: Client | undefined = open();
    const opened = () => {
      current ??= open();
      return current;
    };
    const close = () => {
      current?.close();
      current = undefined;
    };
    return {
      protocol: 'file',
      closed: false,
      execute: async (...asked: [never]) => opened().execute(...asked),
      batch: async (...asked) => opened().batch(...asked),
      migrate: async (...asked) => opened().migrate(...asked),
      executeMultiple: async (sql) => opened().executeMultiple(sql),
      sync: async () => opened().sync(),
      transaction: async () => {
        const client = opened();
        await client.execute('BEGIN DEFERRED');
        return transactionOn(client, close);
      },
      reconnect: close,
      close,
    };
  }
}

/** The transaction that has begun; `ended` is called once, whatever becomes of it. */
function transactionOn(client: Client, ended: () => void): Transaction {
  let closed = false;
  const end = async (how: 'COMMIT' | 'ROLLBACK') => {
    if (closed) return;
    closed = true;
    try {
      await client.execute(how);
    } catch (thrown) {
      // A transaction that cannot be committed may still be open, and keeps the file locked even once it is closed.
      if (how === 'COMMIT') await client.execute('ROLLBACK').catch(() => undefined);
      throw thrown;
    } finally {
      ended();
    }
  };
  return {
    get closed() {
      return closed;
    },
    execute: client.execute.bind(client),
    batch: (statements) => client.batch(statements),
    executeMultiple: (sql) => client.executeMultiple(sql),
    commit: () => end('COMMIT'),
    rollback: () => end('ROLLBACK'),
    close: () => void end('ROLLBACK').catch(() => undefined),
  };
}
