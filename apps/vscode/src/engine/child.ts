import { answerPipe, type Pipe, type PipeFrame, pipeFetch } from '@convene/protocol'
import type { ToChild } from './child-app.ts'
import { openProgramApp, type ProgramApp, type ProgramAppOptions } from './program-app.ts'

/**
 * The program in a separate process, for editors whose Node is too old: `child.mjs`, connected over IPC. The first
 * message carries its options, because they contain keys and other users can read command lines.
 */
const pipe = (side: 'editor' | 'program'): Pipe => ({
  send: (frame) => void process.send?.({ to: side, frame }),
  hear: (take) => {
    const hear = ({ to, frame }: { to: string; frame: PipeFrame }) => {
      if (to === side) take(frame)
    }
    process.on('message', hear)
    return () => process.off('message', hear)
  },
})

function open(options: ProgramAppOptions): () => Promise<void> {
  const opening: Promise<ProgramApp> = openProgramApp(options, pipeFetch(pipe('editor')) as never)
  // Listen from the start: requests sent while the program opens would be lost.
  const stop = answerPipe(pipe('program'), async (request) => (await opening).fetch(request), 'http://convene.invalid')
  return async () => {
    stop()
    await (await opening).close()
  }
}

let close: (() => Promise<void>) | undefined
process.once('message', (first: ToChild) => {
  if ('open' in first) close = open(first.open)
})
process.once('disconnect', () => void Promise.resolve(close?.()).finally(() => process.exit(0)))
