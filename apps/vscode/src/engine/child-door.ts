import { type ChildProcess, spawn } from 'node:child_process'
import { answerPipe, type Frame, type Pipe, pipeFetch } from '@convene/protocol'
import type { Door, DoorOptions } from './door.ts'

/** Not a real address: it is never looked up. */
export const ORIGIN = 'http://convene.invalid'

/** Messages on the channel: first the options to open the program with, then the frames of two conversations. */
export type ToChild = { readonly open: DoorOptions } | Sent
type Sent = { readonly to: 'editor' | 'program'; readonly frame: Frame }

/**
 * Starts the program in a separate process. Its options contain keys, so they are not passed as arguments, which other
 * users can read.
 */
export function startChild(node: string, program: string, options: DoorOptions): ChildProcess {
  const child = spawn(node, [program], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '' },
  })
  // A child that could not be started reports that with its own error.
  child.send({ open: options } satisfies ToChild, () => undefined)
  return child
}

/** The door of a program that runs in this child. */
export function childDoor(child: ChildProcess, answerEditor: (request: Request) => Promise<Response>): Door {
  const ended = whyEnded(child)
  const stop = answerPipe(pipeTo(child, 'editor'), answerEditor, ORIGIN)
  const ask = pipeFetch(pipeTo(child, 'program'))
  return {
    fetch: async (request) => {
      if (child.exitCode !== null) throw new Error(await ended)
      return ask(request)
    },
    close: async () => {
      stop()
      child.disconnect()
      await ended
    },
  }
}

/** Its last output, for callers still waiting for an answer. */
function whyEnded(child: ChildProcess): Promise<string> {
  let said = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-2_000)
  })
  return new Promise((resolve) => {
    child.once('exit', () => resolve(`The Convene process has exited. ${said.trim()}`))
    child.once('error', (error) => resolve(error.message))
  })
}

/** Two conversations share the channel: the editor asks the program, and the program asks the editor. */
function pipeTo(child: ChildProcess, side: Sent['to']): Pipe {
  return {
    send: (frame) => void (child.connected && child.send({ to: side, frame } satisfies ToChild)),
    hear: (take) => {
      const hear = (message: unknown) => {
        const { to, frame } = message as Sent
        if (to === side) take(frame)
      }
      child.on('message', hear)
      return () => child.off('message', hear)
    },
  }
}
