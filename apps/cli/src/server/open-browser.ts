import { spawn } from 'node:child_process'
import { type Environment, ownSystem } from '@convene/platform'

/**
 * Opens a link in the user's browser if there is a display. Never fails. Other users can read a program's arguments, so
 * never pass a link that contains the token.
 */
export function openInBrowser(link: string, environment: Environment): void {
  const [command, ...args] = openingCommand(link, environment)
  if (command === undefined) return
  const child = spawn(command, args, { stdio: 'ignore', detached: true })
  child.on('error', () => undefined)
  child.unref()
}

/** Whether there is a display to show a window on. */
export const hasDisplay = (
  { DISPLAY, WAYLAND_DISPLAY, SSH_CONNECTION }: Environment,
  platform: string = ownSystem.name,
): boolean => !SSH_CONNECTION && (['darwin', 'win32'].includes(platform) || Boolean(DISPLAY || WAYLAND_DISPLAY))

/** The command that opens a link. No shell reads it: `start` would take what follows `&` for another command. */
export function openingCommand(
  link: string,
  environment: Environment,
  platform: string = ownSystem.name,
): readonly string[] {
  if (!hasDisplay(environment, platform)) return []
  if (platform === 'darwin') return ['open', link]
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler', link]
  return ['xdg-open', link]
}
