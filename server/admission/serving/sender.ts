import type { TLSSocket } from 'node:tls';
import { REVIEW_PATH } from './names';

/** By what a review shows that it comes from the API server. */
export interface Proof {
  /** Whether only the API server, and this process, know this path. */
  knowsPath(path: string): boolean;
  /** Rises whenever other paths are known. */
  readonly revision: number;
  /** Whether a certificate of a client proves it; only then one is asked for. */
  readonly byCertificate: boolean;
  /** Names in certificates that count; with none, every certificate of the authority does. */
  readonly clientNames: readonly string[];
  /** Reviews without a proof are believed too, all but who they say asks. */
  readonly believesAnyone: boolean;
}

/** Whether a review comes from the API server, need not, or may come from anybody. */
type Trust = 'proven' | 'believed' | 'none';

/**
 * Whether the other end showed a certificate of the authority that the listener trusts, for one of `names` if there
 * are any. A resumed session counts as authorized even if it never had a certificate, so that there is one is checked too.
 */
function isCertified(socket: TLSSocket, names: readonly string[]): boolean {
  if (!socket.authorized) return false;
  const subject = socket.getPeerX509Certificate()?.toLegacyObject().subject.CN;
  const own = [subject].flat().filter((name) => name !== undefined);
  return own.length > 0 && (names.length === 0 || own.some((name) => names.includes(name)));
}

export class Sender {
  private readonly isCertified: boolean;
  private isKnown = false;
  private path = '';
  private revision = -1;
  private trust: Trust = 'none';

  constructor(
    socket: TLSSocket,
    private readonly proof: Proof,
    /** Called when it first proves to be the API server. */
    private readonly known: () => void,
  ) {
    this.isCertified = proof.byCertificate && isCertified(socket, proof.clientNames);
  }

  /** How far a review posted to `path` is believed; most are posted to the same. */
  trustFor(path: string): Trust {
    const { proof } = this;
    if (path === this.path && proof.revision === this.revision) return this.trust;
    this.path = path;
    this.revision = proof.revision;
    this.trust = this.judge(path);
    if (this.trust === 'proven' && !this.isKnown) {
      this.isKnown = true;
      this.known();
    }
    return this.trust;
  }

  private judge(path: string): Trust {
    if (this.proof.knowsPath(path)) return 'proven';
    if (!isReviewPath(path)) return 'none';
    if (this.isCertified) return 'proven';
    return this.proof.believesAnyone ? 'believed' : 'none';
  }
}

/** Whether reviews are posted to this path, with whatever secret. */
export function isReviewPath(path: string): boolean {
  return path === REVIEW_PATH || path.startsWith(`${REVIEW_PATH}/`);
}
