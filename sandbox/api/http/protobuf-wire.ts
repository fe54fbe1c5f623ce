/** One encoded field: a whole number, or bytes. */
export interface WireField {
  field: number;
  bytes: Buffer;
  number: number;
}

const NOTHING = Buffer.alloc(0);

/** The fields of a message in order; parsing stops at invalid bytes. */
export function wireFields(bytes: Buffer): WireField[] {
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
