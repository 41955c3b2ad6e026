/** Splits a byte stream into lines. A line over `maxBytes` is an error, and none of it is kept. */
export function lineReader(maxBytes: number, read: (line: string) => void): (chunk: Buffer) => boolean {
  let parts: Buffer[] = []
  let held = 0
  const take = (piece: Buffer): boolean => {
    held += piece.length
    if (held > maxBytes) parts = []
    else parts.push(piece)
    return held <= maxBytes
  }
  /** Returns false if the line is too long and the stream must not be read further. */
  return (chunk) => {
    let start = 0
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
      if (!take(chunk.subarray(start, end))) return false
      const line = Buffer.concat(parts).toString('utf8').replace(/\r$/, '')
      parts = []
      held = 0
      start = end + 1
      if (line !== '') read(line)
    }
    return take(chunk.subarray(start))
  }
}
