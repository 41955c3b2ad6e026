import { createHash } from 'node:crypto'

/** Ids contain slashes and arbitrary characters. This gives each one a distinct, plain file name. */
export function plainName(id: string): string {
  const plain = id.replace(/[^A-Za-z0-9_-]+/g, '-').slice(0, 80)
  return plain === id ? plain : `${plain}-${createHash('sha256').update(id).digest('hex').slice(0, 8)}`
}
