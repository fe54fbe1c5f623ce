import { describe, expect, it } from 'vitest';
import { databaseName, postgresAddress, withoutPassword } from './database-url';

describe('the address of a database, as people see it', () => {
  it.each([
    ['postgres://ada:secret@db:5432/plumbline', 'postgres://ada@db:5432/plumbline'],
    ['postgresql://ada@db/plumbline?user=ada&password=secret', 'postgresql://ada@db/plumbline'],
    ['postgres://ada:sec%40ret@db/plumbline', 'postgres://ada@db/plumbline'],
    ['postgres://ada:sec/ret@db/plumbline', 'with an unreadable address'],
    ['file:/data/plumbline.db', 'file:/data/plumbline.db'],
  ])('of %s has no password', (url, shown) => {
    expect(withoutPassword(url)).toBe(shown);
    expect(databaseName(url)).not.toContain('sec');
  });
});

describe('the schema in the address of a PostgreSQL database', () => {
  it.each([
    ['postgres://ada@db/plumbline', undefined, null],
    ['postgres://ada@db/plumbline?schema=', undefined, null],
    ['postgres://ada@db/plumbline?schema=tools', 'tools', '-c search_path="tools"'],
    ['postgres://ada@db/plumbline?schema=my%20own', 'my own', '-c search_path="my\\ own"'],
    ['postgres://ada@db/p?options=-c%20a=1&schema=t', 't', '-c a=1 -c search_path="t"'],
  ])('of %s is %s', (url, schema, options) => {
    const address = postgresAddress(url);
    expect(address.schema).toBe(schema);
    expect(new URL(address.connectionString).searchParams.get('options')).toBe(options);
  });
});
