import { framed, type Pipe } from '@convene/protocol'
import { readQuit } from './page-script.ts'

type Carrier = {
  /** Sends text to the page. */
  say(text: string): void
  /** Receives every text sent by the page itself, until the returned function is called. */
  hear(take: (text: string) => void): () => void
  quit(pause: boolean): void
}

/** Frames between a page and us, over any text channel. Quit requests are filtered out. */
export const textPipe = ({ say, hear, quit }: Carrier): Pipe =>
  framed({
    send: say,
    hear: (take) =>
      hear((text) => {
        const leave = readQuit(text)
        if (leave) quit(leave.pause)
        else take(text)
      }),
  })
