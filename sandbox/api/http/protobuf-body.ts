import { PROTOBUF_MESSAGES } from '@/sandbox/api/http/protobuf-messages';
import { isJsonObject, type JsonObject } from '@/sandbox/api/json';
import { toKubeMicroTime, toKubeTime } from '@/server/lib/time/clock';

/** One encoded field: a whole number, or bytes. */
interface WireField {
  field: number;
  bytes: Buffer;
  number: number;
}

const NOTHING = Buffer.alloc(0);

/** The fields of a message in order; parsing stops at invalid bytes. */
function wireFields(bytes: Buffer): WireField[] {
  const fields: WireField[] = [];
  let position = 0;
  const varint = (): number => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes[position++];
      if (byte === undefined) return 0;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80 || shift > 63n) return Number(BigInt.asIntN(64, value));
    }
  };
  while (position < bytes.length) {
    const tag = varint();
    const field = Math.floor(tag / 8);
    switch (tag % 8) {
      case 0:
        fields.push({ field, bytes: NOTHING, number: varint() });
        break;
      case 1:
        position += 8;
        break;
      case 2: {
        const length = varint();
        if (length < 0 || position + length > bytes.length) return fields;
        fields.push({ field, bytes: bytes.subarray(position, position + length), number: 0 });
        position += length;
        break;
      }
      case 5:
        position += 4;
        break;
      default:
        return fields;
    }
  }
  return fields;
}

/** One field of a message, as in the table. */
interface Field {
  name: string;
  type: string;
  shape: 'one' | 'list' | 'map';
  /** Go writes it only if it is set; zero is a value. */
  zeroCounts: boolean;
}

type Message = ReadonlyMap<number, Field>;

const MAGIC = Buffer.from([0x6b, 0x38, 0x73, 0x00]);
/** The prefix of a group's kinds in the table; the core group has none. */
const PREFIXES: Record<string, string> = {
  v1: '',
  'apps/v1': 'apps.',
  'authentication.k8s.io/v1': 'authentication.',
  'authorization.k8s.io/v1': 'authorization.',
  'autoscaling/v1': 'autoscaling1.',
  'autoscaling/v2': 'autoscaling2.',
  'batch/v1': 'batch.',
  'coordination.k8s.io/v1': 'coordination.',
  'networking.k8s.io/v1': 'networking.',
  'policy/v1': 'policy.',
  'rbac.authorization.k8s.io/v1': 'rbac.',
  'scheduling.k8s.io/v1': 'scheduling.',
};

let table: ReadonlyMap<string, Message> | undefined;

function messages(): ReadonlyMap<string, Message> {
  table ??= new Map(PROTOBUF_MESSAGES.trim().split('\n').map(messageOf));
  return table;
}

function messageOf(line: string): [string, Message] {
  const [name = '', ...fields] = line.split(' ');
  return [name, new Map(fields.map(fieldOf))];
}

function fieldOf(text: string): [number, Field] {
  const [number = '', name = '', stated = ''] = text.split(':');
  const [, prefix, type = '', mark] = /^(\[\]|\{\})?([^!]*)(!)?$/.exec(stated) ?? [];
  const shape = prefix === '[]' ? 'list' : prefix === '{}' ? 'map' : 'one';
  return [Number(number), { name, type, shape, zeroCounts: mark !== undefined }];
}

/**
 * The object in a protobuf body, which current kubectls and Go clients send; undefined if its message is not
 * in the table.
 * @throws SyntaxError for invalid raw JSON in it
 */
export function decodeProtobuf(body: Buffer): JsonObject | undefined {
  if (!body.subarray(0, MAGIC.length).equals(MAGIC)) return undefined;
  const envelope = wireFields(body.subarray(MAGIC.length));
  const [typeMeta, raw] = [bytesAt(envelope, 1), bytesAt(envelope, 2)];
  const [apiVersion, kind] = [1, 2].map((field) => bytesAt(wireFields(typeMeta), field).toString('utf8'));
  const name = kind === 'DeleteOptions' ? `meta.${kind}` : `${PREFIXES[apiVersion ?? ''] ?? '?'}${kind}`;
  const message = messages().get(name);
  return message && { apiVersion, kind, ...decode(raw, message) };
}

function bytesAt(fields: readonly WireField[], field: number): Buffer {
  return fields.find((each) => each.field === field)?.bytes ?? Buffer.alloc(0);
}

function numberAt(fields: readonly WireField[], field: number): number {
  return fields.find((each) => each.field === field)?.number ?? 0;
}

function decode(bytes: Buffer, message: Message): JsonObject {
  const decoded: JsonObject = {};
  for (const wire of wireFields(bytes)) {
    const field = message.get(wire.field);
    if (field) put(decoded, field, wire);
  }
  return decoded;
}

function put(decoded: JsonObject, { name, type, shape, zeroCounts }: Field, wire: WireField): void {
  if (name === '.') {
    Object.assign(decoded, fieldValue(type, wire));
    return;
  }
  if (shape === 'list') {
    const list = Array.isArray(decoded[name]) ? decoded[name] : [];
    decoded[name] = [...list, fieldValue(type, wire)];
    return;
  }
  if (shape === 'map') {
    const entry = wireFields(wire.bytes);
    const value = entry.find(({ field }) => field === 2) ?? { field: 2, bytes: Buffer.alloc(0), number: 0 };
    const map = isJsonObject(decoded[name]) ? decoded[name] : {};
    decoded[name] = { ...map, [bytesAt(entry, 1).toString('utf8')]: fieldValue(type, value) };
    return;
  }
  const value = fieldValue(type, wire);
  const isZero = value === undefined || value === '' || value === 0 || value === false;
  if (!isZero || (zeroCounts && value !== undefined)) decoded[name] = value;
}

function fieldValue(type: string, { bytes, number }: WireField): unknown {
  switch (type) {
    case 's':
      return bytes.toString('utf8');
    case 'b':
      return number !== 0;
    case 'i':
      return number;
    case 'y':
      return bytes.toString('base64');
    case 'Q':
      return bytesAt(wireFields(bytes), 1).toString('utf8');
    case 'I': {
      const parts = wireFields(bytes);
      return numberAt(parts, 1) === 0 ? numberAt(parts, 2) : bytesAt(parts, 3).toString('utf8');
    }
    case 'T':
    case 'M': {
      if (bytes.length === 0) return undefined;
      const parts = wireFields(bytes);
      const ms = numberAt(parts, 1) * 1000 + numberAt(parts, 2) / 1e6;
      return type === 'T' ? toKubeTime(ms) : toKubeMicroTime(ms);
    }
    case 'R': {
      const text = bytesAt(wireFields(bytes), 1).toString('utf8');
      return text === '' ? undefined : JSON.parse(text);
    }
    case 'L':
      return wireFields(bytes).map((each) => each.bytes.toString('utf8'));
    default: {
      const message = messages().get(type);
      return message && decode(bytes, message);
    }
  }
}
