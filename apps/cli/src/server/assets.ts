import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Environment } from '@convene/platform'

/** The folder of the built pages; undefined where they are not built. */
export function builtPages({ CONVENE_PAGES }: Environment): string | undefined {
  const folder = CONVENE_PAGES || join(import.meta.dirname, '..', '..', '..', 'web', 'dist')
  return existsSync(join(folder, 'index.html')) ? folder : undefined
}
