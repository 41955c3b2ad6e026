// Writes a zip archive: deflated, UTF-8 names, reproducible.
import { crc32, deflateRawSync } from 'node:zlib'

/** 1 January 1980, the earliest date in the zip format. */
const DAY = 0x21
const UTF8 = 0x0800
const DEFLATED = 8

/** An archive of these files (name → bytes), in the given order. */
export function zip(files) {
  const entries = []
  let offset = 0
  for (const [name, content] of files) {
    const entry = entryOf(name, Buffer.from(content), offset)
    offset += entry.local.length + entry.packed.length
    entries.push(entry)
  }
  const directory = Buffer.concat(entries.map(({ central }) => central))
  const parts = entries.flatMap(({ local, packed }) => [local, packed])
  return Buffer.concat([...parts, directory, endOf(entries.length, directory.length, offset)])
}

function entryOf(name, content, offset) {
  const packed = deflateRawSync(content, { level: 9 })
  const encoded = Buffer.from(name, 'utf8')
  const shared = Buffer.alloc(26)
  shared.writeUInt16LE(20, 0)
  shared.writeUInt16LE(UTF8, 2)
  shared.writeUInt16LE(DEFLATED, 4)
  shared.writeUInt16LE(DAY, 8)
  shared.writeUInt32LE(crc32(content), 10)
  shared.writeUInt32LE(packed.length, 14)
  shared.writeUInt32LE(content.length, 18)
  shared.writeUInt16LE(encoded.length, 22)
  return {
    packed,
    local: Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), shared, encoded]),
    central: Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), shared, tailOf(offset), encoded]),
  }
}

/** The rest of a directory entry: no comment, first disk, a regular file readable by everyone. */
function tailOf(offset) {
  const tail = Buffer.alloc(14)
  tail.writeUInt32LE(offset, 10)
  return tail
}

function endOf(count, size, offset) {
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 0, 'latin1')
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(offset, 16)
  return end
}
