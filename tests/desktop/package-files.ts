import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Text files below a folder that contain one of these paths. */
export function namingAnyOf(places: readonly string[], folder: string): readonly string[] {
  return filesIn(folder).filter((file) => {
    const bytes = readFileSync(file)
    return isText(bytes) && places.some((place) => bytes.includes(place))
  })
}

function filesIn(path: string): readonly string[] {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map((each) => join(each.parentPath, each.name))
}

const isText = (bytes: Buffer): boolean => !bytes.subarray(0, 8_000).includes(0)

/** Width and height from a PNG's header. */
export function sizeOfPicture(path: string): readonly number[] {
  const bytes = readFileSync(path)
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
}
