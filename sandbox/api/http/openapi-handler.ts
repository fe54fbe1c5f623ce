import type { ServerResponse } from 'node:http';
import type { Call, ServerContext } from '@/sandbox/api/http/context';
import { sendJson, sendText } from '@/sandbox/api/http/respond';
import { describedKinds } from '@/sandbox/api/openapi/model';
import { openApiV2Protobuf } from '@/sandbox/api/openapi/v2-protobuf';
import { openApiV3Documents, openApiV3Index } from '@/sandbox/api/openapi/v3';

/** Clients send "@" before the version, which is not valid in the media type of an answer. */
const V2_PROTOBUF = 'application/com.github.proto-openapi.spec.v2.v1.0+protobuf';

/** The description of the API: v2 for clients that read protobuf, v3 one document per group version. */
export function handleOpenApi(context: ServerContext, call: Call): void {
  const [, version, ...rest] = call.url.pathname.split('/').filter(Boolean);
  const kinds = describedKinds(context.registry.catalog);
  if (version === 'v2' && rest.length === 0) {
    sendV2(call, () => openApiV2Protobuf(kinds));
    return;
  }
  const documents = openApiV3Documents(kinds);
  if (version === 'v3' && rest.length === 0) {
    sendJson(call, 200, openApiV3Index(documents));
    return;
  }
  const document = version === 'v3' ? documents.get(rest.join('/')) : undefined;
  if (document === undefined) sendText(call.response, 404, '404 page not found\n');
  else respond(call.response, 'application/json', Buffer.from(document));
}

function sendV2(call: Call, protobuf: () => Buffer): void {
  if (call.request.headers.accept?.includes('proto-openapi')) {
    respond(call.response, V2_PROTOBUF, protobuf());
  } else {
    sendJson(call, 200, {
      swagger: '2.0',
      info: { title: 'Kubernetes', version: 'v1' },
      paths: {},
      definitions: {},
    });
  }
}

function respond(response: ServerResponse, contentType: string, body: Buffer): void {
  response.writeHead(200, { 'Content-Type': contentType, 'Content-Length': body.length });
  response.end(body);
}
