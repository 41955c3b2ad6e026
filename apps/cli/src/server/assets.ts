import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Environment } from '@convene/platform'
import { pageFolder } from '../places.ts'

/** The folder with the built pages, or undefined if they are not built. */
export function builtPages({ CONVENE_PAGES }: Environment): string | undefined {
  const folder = CONVENE_PAGES || pageFolder
  return existsSync(join(folder, 'index.html')) ? folder : undefined
}
