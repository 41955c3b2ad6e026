import { type ChildProcess, spawn } from 'node:child_process'
import { answerPipe, type Pipe, type PipeFrame, pipeFetch } from '@convene/protocol'
import type { ProgramApp, ProgramAppOptions } from './program-app.ts'

/** Not a real address: it is never looked up. */
export const CHILD_ORIGIN = 'http://convene.invalid'

/** Messages on the channel: first the options to open the program with, then the frames of two conversations. */
export type ToChild = { readonly open: ProgramAppOptions } | Sent
type Sent = { readonly to: 'editor' | 'program'; readonly frame: PipeFrame }

/**
 * Starts the program in a separate process. Its options contain keys, so they are not passed as arguments, which other
 * users can read.
 */
export function startChild(node: string, program: string, options: ProgramAppOptions): ChildProcess {
  const child = spawn(node, [program], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '' },
  })
  // A child that could not be started reports that with its own error.
  child.send({ open: options } satisfies ToChild, () => undefined)
  return child
}

/** The program in a child process, and whether that has exited and has ever answered. */
export type ChildApp = ProgramApp & { state(): { readonly hasExited: boolean; readonly hasAnswered: boolean } }

/** The program that runs in this child. */
export function childApp(child: ChildProcess, answerEditor: (request: Request) => Promise<Response>): ChildApp {
  const ended = whyEnded(child)
  const stop = answerPipe(pipeTo(child, 'editor'), answerEditor, CHILD_ORIGIN)
  const ask = pipeFetch(brokenBy(child, pipeTo(child, 'program')))
  // A killed process has a signal instead of a code.
  const hasExited = () => child.exitCode !== null || child.signalCode !== null
  let hasAnswered = false
  return {
    fetch: async (request) => {
      if (hasExited()) throw new Error(await ended)
      const answer = await ask(request).catch(async (error: unknown) => {
        throw hasExited() ? new Error(await ended) : error
      })
      hasAnswered = true
      return answer
    },
    close: async () => {
      stop()
      if (child.connected) child.disconnect()
      await ended
    },
    state: () => ({ hasExited: hasExited(), hasAnswered }),
  }
}

/** Starts the program again if it has crashed or was killed. One that never answered would only fail again. */
export function restartingApp(open: () => ChildApp): ProgramApp {
  let app = open()
  return {
    fetch: (request) => {
      const { hasExited, hasAnswered } = app.state()
      if (hasExited && hasAnswered) app = open()
      return app.fetch(request)
    },
    close: () => app.close(),
  }
}

/** Ends every open answer when the process does: nothing more would ever arrive. */
function brokenBy(child: ChildProcess, pipe: Pipe): Pipe {
  const open = new Set<number>()
  return {
    send: (frame) => {
      if (frame.kind === 'ask') open.add(frame.id)
      if (frame.kind === 'cancel') open.delete(frame.id)
      pipe.send(frame)
    },
    hear: (take) => {
      const end = () => {
        for (const id of open) take({ kind: 'end', id, broken: true })
      }
      // A process that could not be started never exits.
      for (const event of ['exit', 'error']) child.once(event, end)
      const unhear = pipe.hear((frame) => {
        if (frame.kind === 'end') open.delete(frame.id)
        take(frame)
      })
      return () => {
        for (const event of ['exit', 'error']) child.off(event, end)
        unhear()
      }
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
