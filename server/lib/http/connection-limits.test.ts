import { describe, expect, it } from 'vitest';
import { ConnectionLimits } from './connection-limits';

function connecting(unprovenPeers: ConnectionLimits) {
  const ended: string[] = [];
  let port = 0;
  const from = (remoteAddress: string) => {
    const remotePort = ++port;
    const name = `${remoteAddress}:${remotePort}`;
    const connection = { remoteAddress, remotePort, destroy: () => ended.push(name) };
    unprovenPeers.add(connection);
    return connection;
  };
  return { ended, from };
}

describe('connections of strangers', () => {
  it('are all kept while there is room', () => {
    const unprovenPeers = new ConnectionLimits(3);
    const { ended, from } = connecting(unprovenPeers);
    for (let index = 0; index < 3; index++) from('a');
    expect([ended, unprovenPeers.count]).toEqual([[], 3]);
  });

  it('end oldest first when one more comes, which is kept', () => {
    const { ended, from } = connecting(new ConnectionLimits(2));
    for (let index = 0; index < 4; index++) from('a');
    expect(ended).toEqual(['a:1', 'a:2']);
  });

  it('end at the address that has the most, so that one crowd drives out nobody else', () => {
    const { ended, from } = connecting(new ConnectionLimits(4));
    from('alone');
    for (let index = 0; index < 10; index++) from('crowd');
    from('late');
    expect(ended).toHaveLength(8);
    expect(ended.every((name) => name.startsWith('crowd'))).toBe(true);
  });

  it('count no more once they are known or gone', () => {
    const unprovenPeers = new ConnectionLimits(1);
    const { ended, from } = connecting(unprovenPeers);
    const known = from('a');
    unprovenPeers.remove(known);
    unprovenPeers.remove(known);
    from('a');
    expect([ended, unprovenPeers.count]).toEqual([[], 1]);
  });

  it('are new again when added again', () => {
    const unprovenPeers = new ConnectionLimits(2);
    const { ended, from } = connecting(unprovenPeers);
    const first = from('a');
    from('a');
    unprovenPeers.add(first);
    from('a');
    expect(ended).toEqual(['a:2']);
  });
});
