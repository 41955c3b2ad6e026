import type { Program } from '@convene/host'
import type { Calls } from '../instance/calls.ts'
import type { OpenWindow, Window } from '../window/window.ts'

/** What the app is opened with, in whichever shell. */
export type DesktopOptions<Shown extends Window = Window> = {
  readonly program: Program
  /** The shell that shows the window. */
  readonly open: OpenWindow<Shown>
  /** The folder of the built pages. */
  readonly assets: string | undefined
  /** The place to open on; without one, a new window opens on what needs the person. */
  readonly path: string | undefined
  /** Calls of later starts that reach this process in another way than through the data folder. */
  readonly calls?: Calls
  openOutside(url: string): void
  /** Something that the person in the terminal should know. */
  notice(text: string): void
  /** Closes the window and ends at once: what runs goes on when the data folder is opened next. */
  readonly stop?: AbortSignal
  /** The window is there; not that its page is loaded. */
  opened?(window: Shown): void
}
