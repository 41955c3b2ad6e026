import { framed, type Pipe } from '@convene/protocol'
import { readQuit } from './page-script.ts'

type Carrier = {
  /** Brings text to the page. */
  say(text: string): void
  /** Gives every text that the page itself has sent, and nobody else, until the returned function is called. */
  hear(take: (text: string) => void): () => void
  quit(pause: boolean): void
}

/** Frames between a page and us, over whatever carries text; the wish to quit is taken out on the way. */
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
