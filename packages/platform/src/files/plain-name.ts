import { createHash } from 'node:crypto'

/** Ids hold slashes and may hold anything: as a name they are plain, and still one for each id. */
export function plainName(id: string): string {
  const plain = id.replace(/[^A-Za-z0-9_-]+/g, '-').slice(0, 80)
  return plain === id ? plain : `${plain}-${createHash('sha256').update(id).digest('hex').slice(0, 8)}`
}
