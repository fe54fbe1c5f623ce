import type { TLSSocket } from 'node:tls';

/**
 * Whether the other end showed a certificate of the authority that the listener trusts, for one of `names` if there
 * are any. A resumed session counts as authorized even if it never had a certificate, so that there is one is checked too.
 */
export function isCertified(socket: TLSSocket, names: readonly string[]): boolean {
  if (!socket.authorized) return false;
  const subject = socket.getPeerX509Certificate()?.toLegacyObject().subject.CN;
  const own = [subject].flat().filter((name) => name !== undefined);
  return own.length > 0 && (names.length === 0 || own.some((name) => names.includes(name)));
}
