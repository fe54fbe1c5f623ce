import { stringify } from 'yaml';
import { type ZodType, z } from 'zod';
import { version } from '../../../package.json';
import { API_ROUTES, API_VERSION } from '../../../server/contract/api/routes';
import { APPROVAL_WORDS } from '../../../server/contract/approvals';
import { CLUSTER_WORDS } from '../../../server/contract/clusters';
import { COST_WORDS } from '../../../server/contract/costs';
import { HPA_WORDS } from '../../../server/contract/hpas';
import { INBOX_WORDS } from '../../../server/contract/inbox';
import type { ListWords } from '../../../server/contract/lists';
import { NODE_WORDS } from '../../../server/contract/nodes';
import { NAMESPACE_WORDS } from '../../../server/contract/overview';
import { PLAN_WORDS } from '../../../server/contract/plan';
import { REPLAY_WORDS } from '../../../server/contract/replays';
import { bulkSchema } from '../../../server/contract/requests/bulk';
import { chosenSchema } from '../../../server/contract/requests/chosen';
import { clusterScopeSchema, clusterStopSchema } from '../../../server/contract/requests/cluster-orders';
import { decisionSchema } from '../../../server/contract/requests/decision';
import { savedHpaEditSchema } from '../../../server/contract/requests/hpa-edit';
import { savedEditSchema } from '../../../server/contract/requests/policy-edit';
import { replaySchema } from '../../../server/contract/requests/replay-schema';
import { newRuleSchema } from '../../../server/contract/requests/rule-edit';
import { scopeSchema, stopSchema } from '../../../server/contract/requests/stops';
import { RULE_WORDS } from '../../../server/contract/rules';
import { WORKLOAD_WORDS } from '../../../server/contract/workloads';
import { page, table } from './markdown';

/** The lists, by their route, with the words of their queries. */
const LISTS: Readonly<Record<string, ListWords<string, string>>> = {
  '/workloads': WORKLOAD_WORDS,
  '/clusters': CLUSTER_WORDS,
  '/inbox': INBOX_WORDS,
  '/plan': PLAN_WORDS,
  '/approvals': APPROVAL_WORDS,
  '/costs': COST_WORDS,
  '/nodes': NODE_WORDS,
  '/hpas': HPA_WORDS,
  '/rules': RULE_WORDS,
  '/replays': REPLAY_WORDS,
  '/namespace-sums': NAMESPACE_WORDS,
};

/** What changes take, by method and route. */
const BODIES: Readonly<Record<string, ZodType>> = {
  'POST /stop': stopSchema,
  'DELETE /stop': scopeSchema,
  'POST /stop/revert': scopeSchema,
  'POST /clusters/stop': clusterStopSchema,
  'DELETE /clusters/stop': clusterScopeSchema,
  'POST /clusters/stop/revert': clusterScopeSchema,
  'POST /approvals': decisionSchema,
  'POST /bulk': bulkSchema,
  'POST /bulk/preview': bulkSchema,
  'PATCH /vpas/{namespace}/{name}': savedEditSchema,
  'PATCH /hpas/{namespace}/{name}': savedHpaEditSchema,
  'POST /rule-drafts': newRuleSchema,
  'POST /replays': replaySchema,
  'POST /workloads/export': chosenSchema,
};

/** `docs/openapi.yaml`. */
export function openApi(): string {
  const paths = Object.fromEntries(
    API_ROUTES.map(({ path, does }) => [
      path,
      Object.fromEntries(
        Object.entries(does).map(([method, summary]) => [
          method.toLowerCase(),
          {
            summary,
            parameters: [...namesIn(path), ...(method === 'GET' ? wordsOf(LISTS[path]) : [])],
            ...bodyOf(BODIES[`${method} ${path}`]),
            responses: {
              200: { description: 'The answer.' },
              default: { $ref: '#/components/responses/refused' },
            },
          },
        ]),
      ),
    ]),
  );
  const text = (description: string) => ({ type: 'string', description });
  const document = {
    openapi: '3.1.0',
    info: { title: 'Plumbline', version },
    servers: [{ url: `/api/${API_VERSION}` }],
    paths,
    components: {
      responses: {
        refused: {
          description: 'Why not.',
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['code', 'message', 'fields'],
                properties: {
                  code: text('For programs.'),
                  message: text('For people.'),
                  fields: {
                    type: 'array',
                    items: {
                      type: 'object',
                      properties: { field: text('Where.'), message: text('What is wrong with it.') },
                    },
                  },
                },
              },
            },
          },
        },
      },
    },
  };
  return stringify(document, { aliasDuplicateObjects: false });
}

function namesIn(path: string) {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
}

function wordsOf(words: ListWords<string, string> | undefined) {
  if (!words) return [];
  const filters = words.filters.map((name) => ({ name, in: 'query', schema: { type: 'string' } }));
  return [
    ...filters,
    { name: 'sort', in: 'query', schema: { enum: words.sorts } },
    { name: 'order', in: 'query', schema: { enum: ['asc', 'desc'] } },
    { name: 'page', in: 'query', schema: { type: 'integer', minimum: 1 } },
  ];
}

function bodyOf(schema: ZodType | undefined) {
  if (!schema) return {};
  const { $schema: _, ...body } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return { requestBody: { required: true, content: { 'application/json': { schema: body } } } };
}

const INTRODUCTION = `The pages, the command line and other programs ask the same HTTP API. Its addresses begin with \`/api/${API_VERSION}\`: within this version, answers only gain fields and routes. The addresses without a version are the same routes, as they were. \`/rules\`, \`/rule-drafts\`, \`/rule-objects\` and \`/messages\` also answer by their former names \`/policies\`, \`/policy-drafts\`, \`/policy-objects\` and \`/telling\`. [openapi.yaml](openapi.yaml) says the same for programs.

People and programs sign in as [access](access.md) says; with \`PLUMBLINE_AUTH=token\`, send \`Authorization: Bearer TOKEN\`. A change is sent as \`application/json\`. A failed request answers \`{ code, message, fields }\`, with the status of its code. Answers to \`GET\` have an \`ETag\`: sent back in \`If-None-Match\`, it gets 304 while nothing changed.

\`\`\`sh
curl -H "Authorization: Bearer $(kubectl create token me)" 'https://plumbline.example.com/api/${API_VERSION}/workloads?namespace=shop&sort=waste&order=desc'
\`\`\``;

/** `docs/api.md`. */
export function apiPage(): string {
  const rows = API_ROUTES.flatMap(({ path, does }) =>
    Object.entries(does).map(([method, summary]) => [
      `\`${method} ${path}\``,
      summary,
      queryOf(method, path),
    ]),
  );
  return page('The HTTP API', INTRODUCTION, [
    `## Routes\n\nBelow \`/api/${API_VERSION}\`. Lists also take \`sort\`, \`order\` (\`asc\`, \`desc\`) and \`page\`.\n\n${table(['route', 'what it does', 'filters; sorts'], rows)}`,
  ]);
}

function queryOf(method: string, path: string): string {
  const words = method === 'GET' ? LISTS[path] : undefined;
  if (!words) return '';
  const written = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ');
  return `${written(words.filters)}; ${written(words.sorts)}`;
}
