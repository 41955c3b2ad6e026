import { pathOfSession } from '@convene/desktop'
import type { SessionId } from '@convene/domain'
import type { CliProgram } from '../program.ts'
import { hasPages } from './build-pages.ts'
import { backgroundServer } from './detach.ts'
import { hasDisplay, openInBrowser } from './open-browser.ts'

/** Opens a session in the browser and returns a message for the user. The server outlives this process. */
export async function openInBackground(program: CliProgram, session: SessionId): Promise<string> {
  if (!(await hasPages(program))) return 'The app cannot be opened without its pages.'
  const server = await backgroundServer(program)
  if (server === undefined) return 'The server did not start. To see why: convene serve'
  const place = `/#${pathOfSession(session)}`
  const link = hasDisplay(program.environment) ? await server.linkOnce(place) : undefined
  if (link === undefined) return `Open this link in a browser: ${server.link(place)}`
  openInBrowser(link, program.environment)
  return 'Opened in the browser.'
}
