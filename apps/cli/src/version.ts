import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The version in the manifest. */
export function version(): string {
  const manifest = readFileSync(join(import.meta.dirname, '..', 'package.json'), 'utf8')
  return (JSON.parse(manifest) as { version: string }).version
}
