import { describe, expect, it } from 'vitest';
import { databaseName, withoutPassword } from './database-url';

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
