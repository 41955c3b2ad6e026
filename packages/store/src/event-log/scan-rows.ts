import type { Pages } from './pages.ts'

export type Value = null | number | string | Buffer

/** A row as stored in a page. Its columns have to reveal which table it belongs to. */
export type ScannedRow = { readonly id: number; readonly values: readonly Value[] }

const LEAF = 13

/**
 * Every row in every table page, without following the tree: a file that lost its first page or its index still has
 * them. Free pages are skipped, as far as the file still says which ones are free.
 */
export function* scanRows(pages: Pages): Generator<ScannedRow> {
  const free = freePages(pages)
  for (let number = 1; number <= pages.count; number++) {
    const page = free.has(number) ? undefined : pages.page(number)
    const start = number === 1 ? 100 : 0
    if (page?.[start] !== LEAF) continue
    for (let cell = 0; cell < page.readUInt16BE(start + 3); cell++) {
      const row = attempt(() => rowAt(pages, page, page.readUInt16BE(start + 8 + 2 * cell)))
      if (row) yield row
    }
  }
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}

/** A free page keeps its old contents, such as a deleted session. */
function freePages(pages: Pages): ReadonlySet<number> {
  const free = new Set<number>()
  const first = pages.page(1)
  let trunk = first?.toString('latin1', 0, 15) === 'SQLite format 3' ? first.readUInt32BE(32) : 0
  while (trunk > 0 && !free.has(trunk)) {
    free.add(trunk)
    const page = pages.page(trunk)
    const count = Math.min(page?.readUInt32BE(4) ?? 0, pages.size / 4 - 2)
    for (let leaf = 0; leaf < count; leaf++) free.add(page?.readUInt32BE(8 + 4 * leaf) ?? 0)
    trunk = page?.readUInt32BE(0) ?? 0
  }
  return free
}

function rowAt(pages: Pages, page: Buffer, at: number): ScannedRow {
  const length = varint(page, at)
  const id = varint(page, length.end)
  return { id: id.value, values: valuesIn(payloadOf(pages, page, { at: id.end, length: length.value })) }
}

/** The part of a row that does not fit into its page continues on overflow pages. */
function payloadOf(
  pages: Pages,
  page: Buffer,
  { at, length }: { readonly at: number; readonly length: number },
): Buffer {
  const most = pages.size - 35
  if (length <= most) return page.subarray(at, at + length)
  const least = Math.floor(((pages.size - 12) * 32) / 255) - 23
  const fitting = least + ((length - least) % (pages.size - 4))
  const local = fitting <= most ? fitting : least
  const parts = [page.subarray(at, at + local)]
  let [left, next] = [length - local, page.readUInt32BE(at + local)]
  while (left > 0) {
    const more = pages.page(next)
    if (!more || parts.length > pages.count) throw new Error('the rest of the row is missing')
    parts.push(more.subarray(4, 4 + Math.min(left, pages.size - 4)))
    left -= pages.size - 4
    next = more.readUInt32BE(0)
  }
  return Buffer.concat(parts)
}

function valuesIn(payload: Buffer): readonly Value[] {
  const header = varint(payload, 0)
  const values: Value[] = []
  for (let at = header.end, body = header.value; at < header.value; ) {
    const kind = varint(payload, at)
    const length = lengthOf(kind.value)
    if (body + length > payload.length) throw new Error('the row is truncated')
    values.push(decoded(kind.value, payload.subarray(body, body + length)))
    at = kind.end
    body += length
  }
  return values
}

const fixed = [0, 1, 2, 3, 4, 6, 8, 8, 0, 0]
const lengthOf = (kind: number): number => (kind < 12 ? (fixed[kind] ?? 0) : Math.floor((kind - 12) / 2))

function decoded(kind: number, bytes: Buffer): Value {
  if (kind === 0) return null
  if (kind <= 5) return bytes.readIntBE(0, bytes.length)
  if (kind === 6) return Number(bytes.readBigInt64BE(0))
  if (kind === 7) return bytes.readDoubleBE(0)
  if (kind < 12) return kind - 8
  return kind % 2 === 1 ? bytes.toString('utf8') : Buffer.from(bytes)
}

function varint(bytes: Buffer, at: number): { readonly value: number; readonly end: number } {
  let value = 0
  for (let index = 0; index < 8; index++) {
    const byte = bytes.readUInt8(at + index)
    value = value * 128 + (byte & 0x7f)
    if (byte < 0x80) return { value, end: at + index + 1 }
  }
  return { value: value * 256 + bytes.readUInt8(at + 8), end: at + 9 }
}
