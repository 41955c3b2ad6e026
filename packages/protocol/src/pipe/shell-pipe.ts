import type { Frame, Pipe } from './frame.ts'

/** What a shell (a window, an editor's panel) puts into the page as `convenePipe`, before anything of the page runs. */
export type ShellPipe = {
  readonly shell: 'window' | 'editor'
  send(text: string): void
  hear(take: (text: string) => void): () => void
  /** Ends the program, with what runs paused or let go on in the background. */
  quit?(pause: boolean): void
}

/** What a shell says to the page when a person closes the window while something runs: the page asks what to do with it. */
export const LEAVING = '{"kind":"leaving"}'

/** The pipe to the shell that shows this page; undefined in a browser. */
export const shellPipe = (): ShellPipe | undefined => (globalThis as { convenePipe?: ShellPipe }).convenePipe

/** Frames over a pipe that carries text. What is no frame is not for us. */
export function framed({ send, hear }: Pick<ShellPipe, 'send' | 'hear'>): Pipe {
  return {
    send: (frame) => send(JSON.stringify(frame)),
    hear: (take) =>
      hear((text) => {
        const frame = readFrame(text)
        if (frame) take(frame)
      }),
  }
}

const kinds: readonly string[] = ['ask', 'cancel', 'more', 'head', 'part', 'end']

/** A frame, or undefined for anything else. */
export function readFrame(text: unknown): Frame | undefined {
  try {
    const value = typeof text === 'string' ? (JSON.parse(text) as Frame) : undefined
    return value && kinds.includes(value.kind) && typeof value.id === 'number' ? value : undefined
  } catch {
    return undefined
  }
}
