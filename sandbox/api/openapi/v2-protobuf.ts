import type { Schema } from '@/sandbox/api/crd/structural-schema';
import { type DescribedKind, PATCH_PARAMETERS } from '@/sandbox/api/openapi/model';

/** Writes the protobuf wire format: only the two field types that an OpenAPI document needs. */
class ProtoWriter {
  private readonly chunks: Buffer[] = [];

  text(field: number, value: string | undefined): this {
    return value === undefined ? this : this.bytes(field, Buffer.from(value));
  }

  message(field: number, value: ProtoWriter): this {
    return this.bytes(field, value.finish());
  }

  finish(): Buffer {
    return Buffer.concat(this.chunks);
  }

  private bytes(field: number, value: Buffer): this {
    this.chunks.push(varint((field << 3) | 2), varint(value.length), value);
    return this;
  }
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  while (rest > 0x7f) {
    bytes.push((rest & 0x7f) | 0x80);
    rest = Math.floor(rest / 128);
  }
  bytes.push(rest);
  return Buffer.from(bytes);
}

/**
 * Field numbers of the OpenAPI v2 document in protobuf (github.com/google/gnostic), the only form that
 * kubectl reads.
 */
const DOCUMENT = { swagger: 1, info: 2, paths: 8, definitions: 9 };
const INFO = { title: 1, version: 2 };
const NAMED = { name: 1, value: 2 };
const PATHS = { path: 2 };
const PATH_ITEM = { patch: 8 };
const OPERATION = { parameters: 8, responses: 9, vendorExtension: 13 };
const PARAMETER = { nonBody: 2, query: 3, in: 2, name: 4 };
const DEFINITIONS = { additionalProperties: 1 };
const SCHEMA = {
  format: 2,
  description: 4,
  required: 19,
  enum: 20,
  additionalProperties: 21,
  type: 22,
  items: 23,
  properties: 25,
  vendorExtension: 31,
};
const ANY_YAML = 2;

/**
 * The OpenAPI v2 document in protobuf: custom resources with their fields, and the parameters of each PATCH.
 */
export function openApiV2Protobuf(kinds: DescribedKind[]): Buffer {
  const paths = new ProtoWriter();
  for (const kind of kinds) paths.message(PATHS.path, named(kind.path, pathItem(kind)));
  const definitions = new ProtoWriter();
  for (const kind of kinds) {
    if (!kind.schema.properties) continue;
    const body = schema(kind.schema).message(
      SCHEMA.vendorExtension,
      named('x-kubernetes-group-version-kind', yaml([kind.gvk])),
    );
    definitions.message(DEFINITIONS.additionalProperties, named(kind.definition, body));
  }
  return new ProtoWriter()
    .text(DOCUMENT.swagger, '2.0')
    .message(DOCUMENT.info, new ProtoWriter().text(INFO.title, 'Kubernetes').text(INFO.version, 'v1'))
    .message(DOCUMENT.paths, paths)
    .message(DOCUMENT.definitions, definitions)
    .finish();
}

function named(name: string, value: ProtoWriter): ProtoWriter {
  return new ProtoWriter().text(NAMED.name, name).message(NAMED.value, value);
}

/** Any JSON value; JSON is YAML. */
function yaml(value: unknown): ProtoWriter {
  return new ProtoWriter().text(ANY_YAML, JSON.stringify(value));
}

function pathItem(kind: DescribedKind): ProtoWriter {
  const patch = new ProtoWriter();
  for (const name of PATCH_PARAMETERS) {
    const query = new ProtoWriter().text(PARAMETER.in, 'query').text(PARAMETER.name, name);
    const nonBody = new ProtoWriter().message(PARAMETER.query, query);
    patch.message(
      OPERATION.parameters,
      new ProtoWriter().message(1, new ProtoWriter().message(PARAMETER.nonBody, nonBody)),
    );
  }
  patch.message(OPERATION.responses, new ProtoWriter());
  patch.message(OPERATION.vendorExtension, named('x-kubernetes-group-version-kind', yaml(kind.gvk)));
  return new ProtoWriter().message(PATH_ITEM.patch, patch);
}

function schema(source: Schema): ProtoWriter {
  const writer = new ProtoWriter()
    .text(SCHEMA.format, source.format)
    .text(SCHEMA.description, source.description);
  for (const each of source.required ?? []) writer.text(SCHEMA.required, each);
  for (const each of source.enum ?? []) writer.message(SCHEMA.enum, yaml(each));
  if (typeof source.additionalProperties === 'object') {
    writer.message(
      SCHEMA.additionalProperties,
      new ProtoWriter().message(1, schema(source.additionalProperties)),
    );
  }
  // A value that may be a number or a text gets no type here, so that clients accept both.
  if (source.type !== undefined && !source['x-kubernetes-int-or-string']) {
    writer.message(SCHEMA.type, new ProtoWriter().text(1, source.type));
  }
  if (source.items) writer.message(SCHEMA.items, new ProtoWriter().message(1, schema(source.items)));
  if (source.properties) {
    const properties = new ProtoWriter();
    for (const [name, property] of Object.entries(source.properties))
      properties.message(1, named(name, schema(property)));
    writer.message(SCHEMA.properties, properties);
  }
  return writer;
}
