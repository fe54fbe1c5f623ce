import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type Asked } from 'oidc-provider';
import type { Config } from '@/server/config';

export const CLIENT_ID = 'plumbline';
const SECRET = 'the-secret-of-plumbline-at-the-provider';
const SCOPES = 'openid email profile groups';

interface Registration {
  /** Where people are sent back to. */
  redirectUri: string;
  signedOutUri?: string;
  /** By default a secret; a public client has none. */
  isPublic?: boolean;
  /** Whether ID tokens have all claims; otherwise the user info has them. */
  hasFullTokens?: boolean;
}

/** A real OpenID Connect provider on loopback, whose people sign in with any password and have the claims that a test gives. */
export class IdentityProvider {
  /** The claims of people by the name they sign in with, besides `sub`. */
  readonly people = new Map<string, object>();
  private handler: ReturnType<Provider['callback']> | undefined;

  private constructor(private readonly server: Server) {}

  static async start(): Promise<IdentityProvider> {
    const server = createServer();
    const provider = new IdentityProvider(server);
    server.on('request', (request, response) => provider.handler?.(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return provider;
  }

  get issuer(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** The settings of a dashboard that was registered. */
  get settings() {
    return {
      auth: 'oidc',
      oidcIssuer: this.issuer,
      oidcClientId: CLIENT_ID,
      oidcClientSecret: SECRET,
      oidcScopes: ['email', 'groups'],
    } satisfies Partial<Config>;
  }

  register({ redirectUri, signedOutUri, isPublic = false, hasFullTokens = true }: Registration): void {
    const provider = new Provider(this.issuer, {
      clients: [
        {
          client_id: CLIENT_ID,
          ...(isPublic ? { token_endpoint_auth_method: 'none' } : { client_secret: SECRET }),
          redirect_uris: [redirectUri],
          post_logout_redirect_uris: signedOutUri ? [signedOutUri] : [],
        },
      ],
      scopes: SCOPES.split(' '),
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'], groups: ['groups'] },
      conformIdTokenClaims: !hasFullTokens,
      pkce: { required: () => true },
      cookies: { keys: ['a key of the provider'] },
      findAccount: (_: unknown, accountId: string) => ({
        accountId,
        claims: () => ({ sub: accountId, ...this.people.get(accountId) }),
      }),
      // People have agreed before.
      loadExistingGrant: async ({ oidc }: Asked) => {
        const grant = new oidc.provider.Grant({
          clientId: oidc.client.clientId,
          accountId: oidc.session.accountId,
        });
        grant.addOIDCScope(SCOPES);
        await grant.save();
        return grant;
      },
    });
    this.handler = provider.callback();
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

/** A browser without a window: it follows redirects at the provider, keeps its cookies, and signs in. */
export class PlainBrowser {
  private readonly cookies = new Map<string, string>();

  /** Goes to the provider as `user`; returns the address that it sends the browser to at last. */
  async signIn(address: string, user: string): Promise<string> {
    const { origin } = new URL(address);
    let response = await this.send(address);
    for (let hops = 0; hops < 10; hops++) {
      const location = response.headers.get('location');
      const next = location && new URL(location, origin).href;
      if (next && !next.startsWith(`${origin}/`)) return next;
      if (next) response = await this.send(next);
      else {
        const form = await response.text();
        const action = /<form[^>]* action="([^"]+)"/.exec(form)?.[1] ?? '';
        if (action === '') throw new Error(`the provider shows no form:\n${form.slice(0, 500)}`);
        response = await this.send(
          new URL(action, origin).href,
          new URLSearchParams({ prompt: 'login', login: user, password: 'any' }),
        );
      }
    }
    throw new Error('the provider sends the browser around in circles');
  }

  private async send(address: string, form?: URLSearchParams): Promise<Response> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(address, {
      redirect: 'manual',
      headers: { cookie },
      ...(form && { method: 'POST', body: form }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      this.cookies.set(name, value);
    }
    return response;
  }
}
