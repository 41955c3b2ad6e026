import type { RequestAnswering } from '@convene/protocol'
import type { Bounds } from '../browser/bounds.ts'

/** What a shell needs to show the page and answer it. */
export type WindowOptions = {
  /** This window's folder, inside the data folder. */
  readonly folder: string
  readonly bounds: Bounds
  /** The path to open on, such as `/session/01J…`. */
  readonly path: string
  readonly answer: RequestAnswering
  /** An external link was clicked: the user's own browser opens it. */
  openOutside(url: string): void
  /** Whether the window may close at once when the user closes it. If not, the page has to ask. */
  mayClose(): Promise<boolean>
  /** The page wants to end the program, with running work paused or continued. */
  quit(pause: boolean): void
}

/** A window on the program in which we answer every request. */
export interface AppWindow {
  /** Resolves when the window is closed, by the user or by us. */
  readonly closed: Promise<void>
  go(path: string): Promise<void>
  raise(): Promise<void>
  /** Undefined while it has no position worth remembering. */
  bounds(): Promise<Bounds | undefined>
  close(): Promise<void>
}

/** A shell: shows the page in its own window. */
export type OpenWindow<Shown extends AppWindow = AppWindow> = (options: WindowOptions) => Promise<Shown>
