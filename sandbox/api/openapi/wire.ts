/** Writes the protobuf wire format: only the two field types that an OpenAPI document needs. */
export class ProtoWriter {
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
