import type { Pipe, PipeFrame } from './frame.ts'

/** Set by a shell (a window, an editor's panel) as `convenePipe`, before any page code runs. */
export type ShellPipe = {
  readonly shell: 'window' | 'editor'
  send(text: string): void
  hear(take: (text: string) => void): () => void
  /** Ends the program. Running work is paused, or continues in the background. */
  quit?(pause: boolean): void
}

/** Sent by a shell when the user closes the window while something runs: the page asks what to do with it. */
export const LEAVING = '{"kind":"leaving"}'

/** The pipe to the shell that shows this page, or undefined in a browser. */
export const shellPipe = (): ShellPipe | undefined => (globalThis as { convenePipe?: ShellPipe }).convenePipe

/** Frames over a pipe that carries text. Other messages are ignored. */
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
export function readFrame(text: unknown): PipeFrame | undefined {
  try {
    const value = typeof text === 'string' ? (JSON.parse(text) as PipeFrame) : undefined
    return value && kinds.includes(value.kind) && typeof value.id === 'number' ? value : undefined
  } catch {
    return undefined
  }
}
