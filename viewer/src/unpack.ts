/* unpack.ts -- undoes what src/show/page/pack.c does to make a bundle small: zlib, and differences along columns. */

/** A zlib stream to its bytes, by the browser's own inflater. */
export async function inflate(bytes: Uint8Array): Promise<ArrayBuffer> {
  if (typeof DecompressionStream === "undefined") {
    throw new Error("this browser is too old to unpack the page: use Chrome 80, Firefox 113, Safari 16.4 or newer");
  }
  const stream = new Blob([bytes as BlobPart]).stream().pipeThrough(new DecompressionStream("deflate"));
  return await new Response(stream).arrayBuffer();
}

/** Bytes of a page to a bundle: unpacked if they are packed. `packed`: its arrays are differences. */
export async function unpack(buffer: ArrayBuffer): Promise<{ bundle: ArrayBuffer; packed: boolean }> {
  const packed = buffer.byteLength >= 4 && String.fromCharCode(...new Uint8Array(buffer, 0, 4)) === "SNEZ";
  return { bundle: packed ? await inflate(new Uint8Array(buffer, 4)) : buffer, packed };
}

/** Differences back to numbers of `size` bytes, `columns` in a row; as bytes, row by row. */
export function undoDifferences(bytes: Uint8Array, size: number, columns: number): ArrayBuffer {
  return size === 2 ? undo16(bytes, columns) : size === 4 ? undo32(bytes, columns) : undo64(bytes, columns);
}

function undo16(bytes: Uint8Array, columns: number): ArrayBuffer {
  const n = bytes.length / 2;
  const out = new Uint16Array(n);
  let k = 0;
  for (let column = 0; column < columns; column++) {
    let above = 0;
    let step = 0;
    for (let i = column; i < n; i += columns, k++) {
      const written = bytes[k] | (bytes[n + k] << 8);
      step = (step + ((written >>> 1) ^ -(written & 1))) & 0xffff;
      above = (above + step) & 0xffff;
      out[i] = above;
    }
  }
  return out.buffer;
}

function undo32(bytes: Uint8Array, columns: number): ArrayBuffer {
  const n = bytes.length / 4;
  const out = new Int32Array(n);
  let k = 0;
  for (let column = 0; column < columns; column++) {
    let above = 0;
    for (let i = column; i < n; i += columns, k++) {
      const written = bytes[k] | (bytes[n + k] << 8) | (bytes[2 * n + k] << 16) | (bytes[3 * n + k] << 24);
      above = (above + ((written >>> 1) ^ -(written & 1))) | 0;
      out[i] = above;
    }
  }
  return out.buffer;
}

function undo64(bytes: Uint8Array, columns: number): ArrayBuffer {
  const n = bytes.length / 8;
  const out = new BigInt64Array(n);
  let k = 0;
  for (let column = 0; column < columns; column++) {
    let above = 0n;
    let step = 0n;
    for (let i = column; i < n; i += columns, k++) {
      let written = 0n;
      for (let byte = 7; byte >= 0; byte--) {
        written = (written << 8n) | BigInt(bytes[byte * n + k]);
      }
      step = BigInt.asIntN(64, step + ((written >> 1n) ^ -(written & 1n)));
      above = BigInt.asIntN(64, above + step);
      out[i] = above;
    }
  }
  return out.buffer;
}

/** Codes of 16 bits to numbers: low + step * code in every column; 65535 stands for what is not a number. */
export function numbersOf(codes: Uint16Array, low: ArrayLike<number>, step: ArrayLike<number>): Float32Array {
  const out = new Float32Array(codes.length);
  const columns = low.length;
  for (let i = 0, column = 0; i < codes.length; i++, column = column + 1 < columns ? column + 1 : 0) {
    out[i] = codes[i] === 65535 ? NaN : low[column]! + step[column]! * codes[i]!;
  }
  return out;
}
