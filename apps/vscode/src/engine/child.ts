import { answerPipe, type Frame, type Pipe, pipeFetch } from '@convene/protocol'
import { type DoorOptions, openDoor } from './door.ts'

/** The program in a process of its own, for editors whose Node is too old: `child.mjs <options>`, spoken to over IPC. */
const [options = '{}'] = process.argv.slice(2)

const pipe = (side: 'editor' | 'program'): Pipe => ({
  send: (frame) => void process.send?.({ to: side, frame }),
  hear: (take) => {
    const hear = ({ to, frame }: { to: string; frame: Frame }) => {
      if (to === side) take(frame)
    }
    process.on('message', hear)
    return () => process.off('message', hear)
  },
})

const opening = openDoor(JSON.parse(options) as DoorOptions, pipeFetch(pipe('editor')) as never)
// Heard from the first moment on: what is asked while the door is being opened would be lost.
const stop = answerPipe(pipe('program'), async (request) => (await opening).fetch(request), 'http://convene.invalid')
process.once('disconnect', () => {
  stop()
  void opening.then((door) => door.close()).finally(() => process.exit(0))
})
