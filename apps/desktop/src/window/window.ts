import type { Answering } from '@convene/protocol'

export type Bounds = {
  readonly left?: number
  readonly top?: number
  readonly width: number
  readonly height: number
}

/** What a shell is given to show: the page, and who answers it. */
export type WindowOptions = {
  /** A folder of this window's own, inside the data folder. */
  readonly folder: string
  readonly bounds: Bounds
  /** The path to open on, such as `/session/01J…`. */
  readonly path: string
  readonly answer: Answering
  /** A link out of the page was clicked: the person's own browser opens it. */
  openOutside(url: string): void
  /** A person wants to close the window: whether it may go at once. If not, the page is told that it has to ask. */
  mayClose(): Promise<boolean>
  /** The page wants to end the program, with what runs paused or let go on. */
  quit(pause: boolean): void
}

/** A window on the program, in which every request is answered by us. */
export interface Window {
  /** Resolves when it was closed, by the person or by us. */
  readonly closed: Promise<void>
  go(path: string): Promise<void>
  raise(): Promise<void>
  /** Undefined while it has no place worth remembering. */
  bounds(): Promise<Bounds | undefined>
  close(): Promise<void>
}

/** A shell: it shows the page in a window of its own. */
export type OpenWindow<Shown extends Window = Window> = (options: WindowOptions) => Promise<Shown>
