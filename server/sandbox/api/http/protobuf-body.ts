import { isRecord, type JsonRecord } from '../json';

/**
 * Current kubectls send what they create themselves (`create namespace`, `auth can-i` …) in protobuf. These are
 * the few messages that takes, as field numbers of the published .proto files; everything else is refused.
 */
type Message = Record<number, { name: string; type: 'text' | 'map' | 'bytesMap' | Message }>;

const METADATA: Message = {
  1: { name: 'name', type: 'text' },
  2: { name: 'generateName', type: 'text' },
  3: { name: 'namespace', type: 'text' },
  11: { name: 'labels', type: 'map' },
  12: { name: 'annotations', type: 'map' },
};
const withMetadata = (fields: Message = {}): Message => ({
  1: { name: 'metadata', type: METADATA },
  ...fields,
});

const ATTRIBUTES: Message = {
  1: { name: 'namespace', type: 'text' },
  2: { name: 'verb', type: 'text' },
  3: { name: 'group', type: 'text' },
  4: { name: 'version', type: 'text' },
  5: { name: 'resource', type: 'text' },
  6: { name: 'subresource', type: 'text' },
  7: { name: 'name', type: 'text' },
};
const PATH_ATTRIBUTES: Message = { 1: { name: 'path', type: 'text' }, 2: { name: 'verb', type: 'text' } };

const MESSAGES: Record<string, Message> = {
  Namespace: withMetadata(),
  ServiceAccount: withMetadata(),
  ConfigMap: withMetadata({ 2: { name: 'data', type: 'map' } }),
  Secret: withMetadata({ 2: { name: 'data', type: 'bytesMap' }, 3: { name: 'type', type: 'text' } }),
  SelfSubjectAccessReview: withMetadata({
    2: {
      name: 'spec',
      type: {
        1: { name: 'resourceAttributes', type: ATTRIBUTES },
        2: { name: 'nonResourceAttributes', type: PATH_ATTRIBUTES },
      },
    },
  }),
};

const MAGIC = Buffer.from([0x6b, 0x38, 0x73, 0x00]);
const TYPE_META: Message = { 1: { name: 'apiVersion', type: 'text' }, 2: { name: 'kind', type: 'text' } };

/** The object in a protobuf body; undefined for one whose message is not known here. */
export function decodeProtobuf(body: Buffer): JsonRecord | undefined {
  if (!body.subarray(0, MAGIC.length).equals(MAGIC)) return undefined;
  const envelope = fieldsOf(body.subarray(MAGIC.length));
  const [typeMeta, raw] = [
    envelope.find(({ field }) => field === 1),
    envelope.find(({ field }) => field === 2),
  ];
  const { apiVersion, kind } = decode(typeMeta?.bytes ?? Buffer.alloc(0), TYPE_META);
  const message = MESSAGES[String(kind)];
  if (!message) return undefined;
  return { apiVersion, kind, ...decode(raw?.bytes ?? Buffer.alloc(0), message) };
}

function decode(bytes: Buffer, message: Message): JsonRecord {
  const decoded: JsonRecord = {};
  for (const { field, bytes: value } of fieldsOf(bytes)) {
    const known = message[field];
    if (!known) continue;
    const { name, type } = known;
    if (type === 'text') {
      if (value.length > 0) decoded[name] = value.toString('utf8');
    } else if (type === 'map' || type === 'bytesMap') {
      const map = isRecord(decoded[name]) ? decoded[name] : {};
      decoded[name] = { ...map, ...mapEntry(value, type) };
    } else decoded[name] = decode(value, type);
  }
  return decoded;
}

function mapEntry(bytes: Buffer, type: 'map' | 'bytesMap'): JsonRecord {
  const fields = fieldsOf(bytes);
  const part = (wanted: number) => fields.find(({ field }) => field === wanted)?.bytes ?? Buffer.alloc(0);
  return { [part(1).toString('utf8')]: part(2).toString(type === 'map' ? 'utf8' : 'base64') };
}

interface WireField {
  field: number;
  bytes: Buffer;
}

/** The fields of a message that have a length, others skipped; reading stops where the bytes make no sense. */
function fieldsOf(bytes: Buffer): WireField[] {
  const fields: WireField[] = [];
  let position = 0;
  const varint = (): number => {
    let value = 0;
    let factor = 1;
    for (;;) {
      const byte = bytes[position++];
      if (byte === undefined) return value;
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
      factor *= 128;
    }
  };
  while (position < bytes.length) {
    const tag = varint();
    const field = Math.floor(tag / 8);
    switch (tag % 8) {
      case 0:
        varint();
        break;
      case 1:
        position += 8;
        break;
      case 2: {
        const length = varint();
        fields.push({ field, bytes: bytes.subarray(position, position + length) });
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
