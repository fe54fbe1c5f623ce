import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import * as z from 'zod';
import { HUB_WORDS } from '../contract/cluster-pages';
import { ConfigError } from '../lib/report/errors';

/** More than any hub has; what a hub keeps is bounded by it. */
const MOST_MEMBERS = 500;
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** How the hub shows a member who asks: with the token of the person, or as a proxy that the member trusts. */
export type SignOn =
  | {
      readonly kind: 'token';
      /** Whether a hub without a cluster believes it whose token one is. */
      readonly reviews?: boolean | undefined;
      /** Whether it may be sent tokens that another cluster or provider issued. */
      readonly sharesTokens?: boolean | undefined;
    }
  | {
      readonly kind: 'proxy';
      readonly secret: string;
      readonly userHeader: string;
      readonly groupsHeader: string;
    };

/** A cluster as the file states it. */
export interface Member {
  readonly name: string;
  /** Its origin, and the path below which Plumbline is, without a slash at the end. */
  readonly url: string;
  /** Certificates in PEM that its own must descend from; undefined for those that Node trusts. */
  readonly ca?: string | undefined;
  readonly labels: Readonly<Record<string, string>>;
  readonly signOn: SignOn;
}

const word = z
  .string()
  .regex(/^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/, 'must have small letters, digits and dashes, such as eu-1');

const name = word.refine((text) => !HUB_WORDS.has(text), {
  error: ({ input }) => `must not be ${String(input)}, which means something else at a hub`,
});

const header = z.string().regex(/^[\w-]+$/, 'must be the name of a header');

const address = z.string().superRefine((text, context) => {
  const fault = faultOfAddress(text);
  if (fault) context.addIssue({ code: 'custom', message: fault });
});

const member = z.strictObject({
  name,
  url: address,
  ca: z.string().optional(),
  labels: z
    .record(word, z.string().regex(/^[\w.-]{1,63}$/, 'must be a label value, such as prod'))
    .default({}),
  signOn: z.discriminatedUnion(
    'kind',
    [
      z.strictObject({
        kind: z.literal('token'),
        reviews: z.boolean().optional(),
        sharesTokens: z.boolean().optional(),
      }),
      z.strictObject({
        kind: z.literal('proxy'),
        secretFile: z
          .string()
          .min(1, 'must be the path of a file with the PLUMBLINE_PROXY_SECRET of the member'),
        userHeader: header,
        groupsHeader: header,
      }),
    ],
    'must have a kind: token, or proxy with secretFile, userHeader and groupsHeader',
  ),
});

const file = z.strictObject({
  clusters: z
    .array(member)
    .min(1, 'must name a cluster')
    .max(MOST_MEMBERS, `must be at most ${MOST_MEMBERS}`),
});

/**
 * The clusters of a file in YAML; its paths start at its folder.
 * @throws ConfigError that names each field at fault, and what it takes
 */
export function readClusters(place: string): Member[] {
  const folder = path.dirname(place);
  const stated = file.safeParse(yamlIn(place));
  if (!stated.success) {
    const faults = stated.error.issues.map((issue) => `${fieldOf(issue.path)}: ${issue.message}`);
    throw new ConfigError(`PLUMBLINE_CLUSTERS=${place} cannot be used:\n  ${faults.join('\n  ')}`);
  }
  const names = new Set<string>();
  return stated.data.clusters.map(({ ca, signOn, ...one }, index) => {
    const field = `clusters.${index}`;
    if (names.has(one.name))
      throw new ConfigError(
        `PLUMBLINE_CLUSTERS: ${field}.name: ${one.name} is named twice; each needs its own`,
      );
    names.add(one.name);
    const read = (at: string, what: string) => fileOf(path.resolve(folder, what), `${field}.${at}`);
    return {
      ...one,
      url: one.url.replace(/\/+$/, ''),
      ca: ca === undefined || ca.includes('-----BEGIN') ? ca : read('ca', ca),
      signOn:
        signOn.kind === 'token'
          ? signOn
          : asProxy(
              signOn,
              secretIn(read('signOn.secretFile', signOn.secretFile), `${field}.signOn.secretFile`),
            ),
    };
  });
}

function asProxy(
  { userHeader, groupsHeader }: { userHeader: string; groupsHeader: string },
  secret: string,
): SignOn {
  return { kind: 'proxy', secret, userHeader, groupsHeader };
}

/** What can be sent in a header. @throws ConfigError that does not show it */
function secretIn(text: string, field: string): string {
  const secret = text.trim();
  if (/^[ -~]+$/.test(secret)) return secret;
  throw new ConfigError(`PLUMBLINE_CLUSTERS: ${field}: must hold one line in ASCII`);
}

function fieldOf(place: readonly PropertyKey[]): string {
  return place.length === 0 ? 'the file' : place.map(String).join('.');
}

/** The hub sends who people are there, so nobody on the way may read it or answer instead. */
function faultOfAddress(text: string): string | undefined {
  if (!URL.canParse(text)) return 'must be an address such as https://plumbline.eu-1.example.com';
  const { protocol, hostname, username, search, hash } = new URL(text);
  if (username !== '' || search !== '' || hash !== '') return 'must have no user, query or fragment';
  if (protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname))) return undefined;
  return 'must begin with https://, except on this machine';
}

function yamlIn(place: string): unknown {
  const text = fileOf(place, 'the file');
  try {
    return parse(text);
  } catch (cause) {
    throw new ConfigError(`PLUMBLINE_CLUSTERS=${place} is not YAML`, { cause });
  }
}

function fileOf(place: string, field: string): string {
  try {
    return readFileSync(place, 'utf8');
  } catch (cause) {
    throw new ConfigError(`PLUMBLINE_CLUSTERS: ${field}: ${place} cannot be read`, { cause });
  }
}
