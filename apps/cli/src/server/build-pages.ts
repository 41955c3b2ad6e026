import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { project } from '../places.ts'
import type { Program } from '../program.ts'
import { builtPages } from './assets.ts'

/** Builds the pages where they are missing and can be built; false after saying why there are none. */
export async function hasPages({ environment, terminal }: Program): Promise<boolean> {
  if (builtPages(environment)) return true
  const { err } = terminal
  if (environment.CONVENE_PAGES || project === undefined) {
    err.write(
      'The pages of the app are missing, so this is the terminal alone. Installing Convene again brings them.\n',
    )
    return false
  }
  err.write('Building the pages of the app. This is done once …\n')
  try {
    const builder = pathToFileURL(join(project, 'scripts', 'web.mjs')).href
    const { buildPage } = (await import(builder)) as { buildPage(): Promise<boolean> }
    await buildPage()
    return true
  } catch {
    err.write(
      'They could not be built, so this is the terminal alone. `npm run build:web` says why; `npm ci` may help.\n',
    )
    return false
  }
}
