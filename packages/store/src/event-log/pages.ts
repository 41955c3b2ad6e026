import { closeSync, existsSync, openSync, readFileSync, readSync, statSync } from 'node:fs'

/** The current pages of a database file, whatever state it is in. */
export type Pages = { readonly size: number; readonly count: number; page(number: number): Buffer | undefined }

const USUAL_SIZE = 4_096

/** The pages of a file, overlaid with those committed in its write-ahead log. Does not use SQLite. */
export function pagesOf(path: string): Pages & { close(): void } {
  const newer = committedIn(`${path}-wal`)
  const file = openSync(path, 'r')
  const length = statSync(path).size
  const size = newer.size ?? sizeIn(file) ?? USUAL_SIZE
  return {
    size,
    count: Math.max(Math.ceil(length / size), ...newer.pages.keys()),
    page(number) {
      const known = newer.pages.get(number)
      if (known) return known
      const page = Buffer.alloc(size)
      return readSync(file, page, 0, size, (number - 1) * size) === size ? page : undefined
    },
    close: () => closeSync(file),
  }
}

function sizeIn(file: number): number | undefined {
  const header = Buffer.alloc(18)
  readSync(file, header, 0, 18, 0)
  const said = header.readUInt16BE(16)
  const size = said === 1 ? 65_536 : said
  return size >= 512 && (size & (size - 1)) === 0 ? size : undefined
}

type Committed = { readonly size?: number; readonly pages: ReadonlyMap<number, Buffer> }

const HEADER = 32
const FRAME = 24

/** The newest committed version of each page in a write-ahead log. Anything after the last commit does not count. */
function committedIn(path: string): Committed {
  const log = existsSync(path) ? readFileSync(path) : Buffer.alloc(0)
  if (log.length < HEADER || log.readUInt32BE(0) >>> 1 !== 0x377f0682 >>> 1) return { pages: new Map() }
  const size = log.readUInt32BE(8)
  if (size < 512 || size > 65_536) return { pages: new Map() }
  const pages = new Map<number, Buffer>()
  let open = new Map<number, Buffer>()
  for (let at = HEADER; at + FRAME + size <= log.length; at += FRAME + size) {
    if (log.compare(log, 16, 24, at + 8, at + 16) !== 0) break
    open.set(log.readUInt32BE(at), log.subarray(at + FRAME, at + FRAME + size))
    if (log.readUInt32BE(at + 4) === 0) continue
    for (const [number, page] of open) pages.set(number, page)
    open = new Map()
  }
  return { size, pages }
}
