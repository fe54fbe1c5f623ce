import { describe, expect, it } from 'vitest';
import { remedyOf } from '../words/problems';
import { awayProblem } from './away';

describe('the problem of a database', () => {
  function told() {
    const open = new Set<string>();
    const away = awayProblem(
      {
        report: (code, about) => open.add(`${code} ${about}`),
        clear: (code, about) => open.delete(`${code} ${about}`),
      },
      'SQLite file /data/plumbline.db',
    );
    return { away, open };
  }

  it('goes once the database takes data again', () => {
    const { away, open } = told();
    away.away('the database is locked');
    expect([...open]).toEqual(['database-unavailable SQLite file /data/plumbline.db']);
    away.back();
    expect([...open]).toEqual([]);
  });

  it.each(['SQLITE_CORRUPT: database disk image is malformed', 'SQLITE_NOTADB: file is not a database'])(
    'stays while what does not touch the damage succeeds: %s',
    (message) => {
      const { away, open } = told();
      away.away('the database does not answer');
      for (let pass = 0; pass < 3; pass++) {
        away.away(message);
        away.back();
        expect([...open]).toEqual(['database-damaged SQLite file /data/plumbline.db']);
      }
    },
  );

  it('has a remedy that names the file', () => {
    expect(remedyOf('database-damaged', 'SQLite file /data/plumbline.db')).toMatch(
      /put \/data\/plumbline\.db aside/,
    );
  });
});
