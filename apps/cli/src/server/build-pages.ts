import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Program } from '../program.ts'
import { builtPages } from './assets.ts'

/** In the project itself this file is at this place; a program that was packed has its pages, or had them taken away. */
const isInProject = import.meta.filename.endsWith(join('apps', 'cli', 'src', 'server', 'build-pages.ts'))

/** Builds the pages where they are missing and can be built; false after saying why there are none. */
export async function hasPages({ environment, terminal }: Program): Promise<boolean> {
  if (builtPages(environment)) return true
  const { err } = terminal
  const builder = join(import.meta.dirname, '..', '..', '..', '..', 'scripts', 'web.mjs')
  if (environment.CONVENE_PAGES || !isInProject || !existsSync(builder)) {
    err.write(
      'The pages of the app are missing, so this is the terminal alone. Installing Convene again brings them.\n',
    )
    return false
  }
  err.write('Building the pages of the app. This is done once …\n')
  try {
    const { buildPage } = (await import(pathToFileURL(builder).href)) as { buildPage(): Promise<boolean> }
    await buildPage()
    return true
  } catch {
    err.write(
      'They could not be built, so this is the terminal alone. `npm run build:web` says why; `npm ci` may help.\n',
    )
    return false
  }
}
