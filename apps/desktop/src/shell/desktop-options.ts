import type { Program } from '@convene/host'
import type { InstanceCalls } from '../instance/calls.ts'
import type { AppWindow, OpenWindow } from '../window/window.ts'

/** How the app is opened, in any shell. */
export type DesktopOptions<Shown extends AppWindow = AppWindow> = {
  readonly program: Program
  /** The shell that shows the window. */
  readonly open: OpenWindow<Shown>
  /** The folder of the built pages. */
  readonly assets: string | undefined
  /** The path to open. Without one, a new window opens on what needs the user's attention. */
  readonly path: string | undefined
  /** Calls from later starts that reach this process other than through the data folder. */
  readonly calls?: InstanceCalls
  openOutside(url: string): void
  /** A message for the user at the terminal. */
  notice(text: string): void
  /** Closes the window and exits at once. Running work continues when the data folder is next opened. */
  readonly stop?: AbortSignal
  /** The window is open, but its page may not be loaded yet. */
  opened?(window: Shown): void
}
