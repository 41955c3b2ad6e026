import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { project } from '../places.ts'
import type { CliProgram } from '../program.ts'
import { builtPages } from './assets.ts'

/** Builds missing pages if possible. Otherwise says why they are missing and returns false. */
export async function hasPages({ environment, terminal }: CliProgram): Promise<boolean> {
  if (builtPages(environment)) return true
  const { err } = terminal
  if (environment.CONVENE_PAGES || project === undefined) {
    err.write('The app pages are missing, so Convene runs in the terminal. Reinstall Convene to get them.\n')
    return false
  }
  err.write('Building the app pages (only needed once) …\n')
  try {
    const builder = pathToFileURL(join(project, 'scripts', 'web.mjs')).href
    const { buildPage } = (await import(builder)) as { buildPage(): Promise<boolean> }
    await buildPage()
    return true
  } catch {
    err.write('The build failed, so Convene runs in the terminal. `npm run build:web` shows why. `npm ci` may help.\n')
    return false
  }
}
